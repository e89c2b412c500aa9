# awk -F'|' -f licences.awk deny.toml LIST: does each line "crate|licence" of the list offer a licence that deny.toml allows? An expression in the
# form of SPDX: of every part that AND joins, one choice of those that OR (or a slash) joins.

FNR == NR {
    if (/^allow = \[/) {
        gsub(/.*\[|\].*|[" ]/, "")
        n = split($0, names, ",")
        for (i = 1; i <= n; i++) allowed[names[i]] = 1
    }
    next
}

{
    expression = $2
    sub(/ *\(\*\)$/, "", expression)
    gsub(/[()]/, "", expression)
    gsub(/\//, " OR ", expression)
    parts = split(expression, part, " AND ")
    good = expression != ""
    for (i = 1; i <= parts; i++) {
        choices = split(part[i], choice, " OR ")
        some = 0
        for (k = 1; k <= choices; k++) if (choice[k] in allowed) some = 1
        if (!some) good = 0
    }
    if (!good) { print $1 ": `" $2 "` is not allowed"; failed = 1 }
    crates++
}

END { if (crates < 2) { print "no crates"; failed = 1 } exit failed }
