#!/usr/bin/env bash
# A study as an array of jobs of Slurm, on two nodes of this machine, with jobs and a node killed in the middle: bash python/slurm.sh [ENVIRONMENT]
# Needs root, Slurm (apt-get install -y --no-install-recommends slurmctld slurmd slurm-client munge), and an environment in which `bash python/test.sh` has
# installed the package (the same argument). Slurm is set up in a temporary folder with ports of its own, and ended at the end; nothing of /etc is read or changed.
set -euo pipefail
cd "$(dirname "$0")/.."
environment=$(realpath -m "${1:-${CARGO_TARGET_DIR:-target}/python-env}")
[ -x "$environment/bin/python" ] || { echo "FAIL: no $environment: bash python/test.sh $environment makes it" >&2; exit 1; }
for program in munged slurmctld slurmd sbatch; do
    PATH=$PATH:/usr/sbin command -v $program >/dev/null || { echo "FAIL: no $program: see the head of this script" >&2; exit 1; }
done
[ "$(id -u)" -eq 0 ] || { echo "FAIL: slurmd wants root" >&2; exit 1; }
export PATH=$PATH:/usr/sbin
readonly SHARDS=4 MUS=30 OMEGAS=20
readonly ROWS=$((MUS * OMEGAS / SHARDS))
readonly EXAMPLES=$PWD/python/examples
folder=$(mktemp -d)
export SLURM_CONF=$folder/slurm.conf

fail() {
    printf 'FAIL: %s\n' "$1" >&2
    tail -n 20 "$folder"/*.log "$folder"/job-* >&2 2>/dev/null || true
    exit 1
}
# By their numbers, which they have written: nobody else's daemons are touched.
stop() { [ ! -s "$1" ] || kill "${2:--TERM}" "$(cat "$1")" 2>/dev/null || true; }
finish() {
    scancel --quiet --user root 2>/dev/null || true
    sleep 1
    for daemon in slurmd-n1 slurmd-n2 slurmctld munged; do stop "$folder/$daemon.pid"; done
    sleep 1
    rm -rf "$folder"
}
trap finish EXIT

# --- Slurm, by hand. Its nodes have four processors each, whatever this machine has: two jobs of an array run on each at once.
chmod 711 "$folder"
head -c 1024 /dev/urandom >"$folder/munge.key"
chmod 600 "$folder/munge.key"
munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munged.pid" --log-file="$folder/munged.log" --seed-file="$folder/munge.seed"
host=$(hostname -s)
cat >"$SLURM_CONF" <<EOF
ClusterName=chetaev
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=17817
SlurmUser=root
AuthType=auth/munge
# A job whose node was lost begins anew when what it was sent with has expired, two minutes by default.
AuthInfo=socket=$folder/munge.socket,cred_expire=5
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
MpiDefault=none
MailProg=/bin/true
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd-%n.log
ReturnToService=2
# A node that is not heard of for so long is down, and its jobs are sent elsewhere.
SlurmdTimeout=10
KillWait=5
MinJobAge=600
NodeName=n[1-2] NodeHostname=$host NodeAddr=127.0.0.1 Port=[17901-17902] CPUs=4 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
EOF
mkdir "$folder/state" "$folder/spool-n1" "$folder/spool-n2"
slurmctld -c
for node in n1 n2; do slurmd -N $node; done
for _ in $(seq 60); do
    [ "$(sinfo --noheader --Node --states idle | wc -l)" -eq 2 ] && break
    sleep 0.5
done
[ "$(sinfo --noheader --Node --states idle | wc -l)" -eq 2 ] || fail "the nodes do not come up: $(sinfo 2>&1)"
echo "$(sinfo --version): $(sinfo --noheader --Node --format '%N has %c processors' | paste -sd, | sed 's/,/, /')"

# --- The study, and the job as docs/clusters.md has it.
cd "$folder"
export PATH=$environment/bin:$PATH PYTHONPATH=$folder:$EXAMPLES
cat >my_study.py <<EOF
from diagram_on_dask import Plane

plane = Plane($MUS, $OMEGAS)
row, study = plane.row, plane.study()
EOF
cat >job.sh <<EOF
#!/bin/bash
#SBATCH --array=1-$SHARDS --cpus-per-task=2 --output=job-%a.log --open-mode=append
python -c "import my_study, os; my_study.study.run('diagram.csv', shard=(int(os.environ['SLURM_ARRAY_TASK_ID']), $SHARDS), processes=2, size=3)"
EOF
python -c "import my_study; my_study.study.run('whole.csv')"
array=$(sbatch --parsable job.sh)

shard() { echo "diagram-$1-of-$SHARDS.csv"; }
# Rows on file: without its three lines at the top.
rows() { local lines; lines=$(cat "$(shard "$1")" 2>/dev/null | wc -l); echo $((lines > 3 ? lines - 3 : 0)); }
state() { scontrol show job "${array}_$1" | sed -n 's/.*JobState=\([A-Z_]*\).*/\1/p'; }
until_rows() { for _ in $(seq 1200); do [ "$(rows "$1")" -ge 12 ] && return; sleep 0.05; done; fail "shard $1 has no rows after a minute"; }
until_state() { for _ in $(seq 600); do [ "$(state "$1")" = "$2" ] && return; sleep 0.2; done; fail "job $1 is $(state "$1"), and not $2"; }
# Its processes, by the number of its job and by this very Slurm, which stand in their environment.
processes() {
    local job
    job=$(scontrol show job "${array}_$1" | sed -n 's/^JobId=\([0-9]*\).*/\1/p')
    { grep -lzx "SLURM_JOB_ID=$job" /proc/[0-9]*/environ || true; } 2>/dev/null | { xargs -r grep -lzxF "SLURM_CONF=$SLURM_CONF" || true; } 2>/dev/null | cut -d/ -f3
}
middle() {
    local there
    there=$(rows "$1")
    [ "$there" -gt 0 ] && [ "$there" -lt $ROWS ] || fail "moot: shard $1 has $there of $ROWS rows"
    echo "job $1 $2, with $there of its $ROWS rows on file"
}

# --- One is canceled, of one the driver is killed, and of one the whole node, with whatever else runs there.
until_rows 1
scancel "${array}_1"
until_rows 2
for process in $(processes 2 | sort -n); do
    if [ "$(tr '\0' ' ' <"/proc/$process/cmdline" | cut -c-10)" = "python -c " ]; then kill -KILL "$process"; break; fi
done
until_rows 3
node=$(scontrol show job "${array}_3" | sed -n 's/^ *BatchHost=\(.*\)/\1/p')
stop "$folder/slurmd-$node.pid" -KILL
lost=()
for number in 3 4; do
    if scontrol show job "${array}_$number" | grep -q "BatchHost=$node$"; then
        lost+=("$number")
        job=$(scontrol show job "${array}_$number" | sed -n 's/^JobId=\([0-9]*\).*/\1/p')
        step=$(ps -eo pid=,args= | awk -v step="slurmstepd: [$job.batch]" 'index($0, step) { print $1 }')
        # What has ended by itself meanwhile is no longer there.
        for process in $step $(processes "$number"); do kill -KILL "$process" 2>/dev/null || true; done
    fi
done
until_state 1 CANCELLED
middle 1 "was canceled"
until_state 2 FAILED
middle 2 "lost its driver by kill -9"
for number in "${lost[@]}"; do middle "$number" "lost its node $node"; done

# --- Those of the lost node are sent elsewhere by Slurm itself; the others are sent again as they were.
python -c "import my_study; my_study.study.merge('diagram.csv', $SHARDS)" 2>early.txt && fail "merged before all is there"
grep -q "is missing: it is one of shard" early.txt || fail "$(tail -n 1 early.txt)"
again=$(sbatch --parsable --array=1,2 job.sh)
for number in 3 4; do until_state "$number" COMPLETED; done
array=$again
for number in 1 2; do until_state "$number" COMPLETED; done
for number in "${lost[@]}"; do grep -q -i "requeue" "$folder/slurmctld.log" || fail "job $number was not sent again"; done
python -c "import my_study; my_study.study.merge('diagram.csv', $SHARDS)"
cmp diagram.csv whole.csv || fail "the file of the array is not that of one process"
echo "$(wc -l <diagram.csv) lines, $(wc -c <diagram.csv) bytes: the file of $SHARDS jobs, merged, is that of one process, byte for byte"
