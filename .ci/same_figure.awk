# awk -f same_figure.awk a.svg b.svg: are both the same picture? The same text, and numbers within half a pixel: another processor's
# rounding moves a line by less than anyone sees. Prints the first difference, and fails.

BEGIN { WITHIN = 0.5; NUMBER = "-?([0-9]+[.]?[0-9]*|[.][0-9]+)" }

NR == FNR { theirs[NR] = $0; lines = NR; next }

{
    if (FNR > lines) differ("more lines")
    if ($0 != theirs[FNR]) compare(theirs[FNR], $0)
}

END { if (!failed && FNR != lines) differ("fewer lines"); exit failed }

function compare(a, b,   x, y) {
    while (match(a, NUMBER)) {
        x = substr(a, RSTART, RLENGTH)
        before = substr(a, 1, RSTART - 1)
        a = substr(a, RSTART + RLENGTH)
        if (!match(b, NUMBER)) differ("a number less, beside " before)
        if (substr(b, 1, RSTART - 1) != before) differ("`" before "` is now `" substr(b, 1, RSTART - 1) "`")
        y = substr(b, RSTART, RLENGTH)
        b = substr(b, RSTART + RLENGTH)
        if (x - y > WITHIN || y - x > WITHIN) differ(x " is now " y)
    }
    if (a != b) differ("`" a "` is now `" b "`")
}

function differ(what) {
    print "line " FNR ": " substr(what, 1, 200)
    failed = 1
    exit 1
}
