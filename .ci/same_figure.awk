# awk -f same_figure.awk a.svg b.svg: are both the same picture? The same text, numbers within half a pixel, and curves of which each passes
# within half a pixel of every point of the other: another processor's rounding moves a line by less than anyone sees, and may keep other
# points of it. Prints the first difference, and fails.

BEGIN { WITHIN = 0.5; NUMBER = "-?([0-9]+[.]?[0-9]*|[.][0-9]+)"; PATH = " d=\"M[-0-9.]+ [-0-9.]+(L[-0-9.]+ [-0-9.]+)*\"" }

NR == FNR { theirs[NR] = $0; lines = NR; next }

{
    if (FNR > lines) differ("more lines")
    if ($0 != theirs[FNR] && !alike(theirs[FNR], $0) && !same_curve(theirs[FNR], $0)) differ(why)
}

END { if (!failed && FNR != lines) differ("fewer lines"); exit failed }

# Texts whose numbers are within half a pixel of each other; else it says why not.
function alike(a, b,   x, y, before) {
    while (match(a, NUMBER)) {
        x = substr(a, RSTART, RLENGTH)
        before = substr(a, 1, RSTART - 1)
        a = substr(a, RSTART + RLENGTH)
        if (!match(b, NUMBER)) return not_so("a number less, beside " before)
        if (substr(b, 1, RSTART - 1) != before) return not_so("`" before "` is now `" substr(b, 1, RSTART - 1) "`")
        y = substr(b, RSTART, RLENGTH)
        b = substr(b, RSTART + RLENGTH)
        if (x - y > WITHIN || y - x > WITHIN) return not_so(x " is now " y)
    }
    return a == b || not_so("`" a "` is now `" b "`")
}

# Two lines of straight pieces, drawn alike.
function same_curve(a, b,   before, after, n, m) {
    if (!match(a, PATH)) return 0
    before = substr(a, 1, RSTART - 1)
    after = substr(a, RSTART + RLENGTH)
    n = points(substr(a, RSTART + 5, RLENGTH - 6), AX, AY)
    if (!match(b, PATH) || substr(b, 1, RSTART - 1) != before || substr(b, RSTART + RLENGTH) != after) return 0
    m = points(substr(b, RSTART + 5, RLENGTH - 6), BX, BY)
    return ends_meet(n, m) && passes(n, AX, AY, m, BX, BY) && passes(m, BX, BY, n, AX, AY)
}

function ends_meet(n, m) {
    return near(AX[1], AY[1], BX[1], BY[1]) && near(AX[n], AY[n], BX[m], BY[m])
}

function near(x, y, u, v) { return (x - u) * (x - u) + (y - v) * (y - v) <= WITHIN * WITHIN }

function points(text, X, Y,   n, i, all, two) {
    n = split(text, all, "L")
    for (i = 1; i <= n; i++) {
        split(all[i], two, " ")
        X[i] = two[1]
        Y[i] = two[2]
    }
    return n
}

# Does the second line pass near every point of the first?
function passes(n, X, Y, m, U, V,   i, j, found) {
    for (i = 1; i <= n; i++) {
        found = near(X[i], Y[i], U[1], V[1])
        for (j = 1; j < m && !found; j++) found = on_piece(X[i], Y[i], U[j], V[j], U[j + 1], V[j + 1])
        if (!found) return not_so("a curve no longer passes " X[i] " " Y[i])
    }
    return 1
}

function on_piece(x, y, u, v, p, q,   dx, dy, part, size) {
    dx = p - u
    dy = q - v
    size = dx * dx + dy * dy
    part = size > 0 ? ((x - u) * dx + (y - v) * dy) / size : 0
    if (part < 0) part = 0
    if (part > 1) part = 1
    return near(x, y, u + part * dx, v + part * dy)
}

function not_so(what) {
    why = what
    return 0
}

function differ(what) {
    print "line " FNR ": " substr(what, 1, 200)
    failed = 1
    exit 1
}
