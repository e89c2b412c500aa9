// Pinocchio in C++ (headers of its wheel; its Python calls cost more than its work): least coordinates, the articulated-body algorithm, classical Runge-Kutta
// written here, since it has no integrator of its own. Loops: its proximal solver with Baumgarte's gains 1e4 and 200, which gave the least error of those tried.
// Left out: W2-1024, whose data need 4 n³ numbers (34 GB); W3F and W4: it has no friction in joints, and bushings only as forces of the user's.
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/constrained-dynamics.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>
using namespace pinocchio;
typedef Eigen::VectorXd V;
typedef Eigen::Vector3d V3;
static const double pi = 3.14159265358979323846, G = 9.807;
static double cpu() { timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }
static std::string only, quick;

struct Work {
    std::string name;
    Model m;
    V q, v;
    double every;
    int count;
    std::vector<RigidConstraintModel> loops;
    std::function<void(double, const V&, const V&, V&)> load;
    std::function<void(Data&, const Model&, const V&, std::vector<double>&)> read;
};

// dq/dt: rates of angles and ways, and of quaternions (x, y, z, w) ½ q (ω, 0).
static void rate(const Model& m, const V& q, const V& v, V& d) {
    for (int j = 1; j < m.njoints; j++) {
        int a = m.idx_qs[j], b = m.idx_vs[j];
        if (m.nqs[j] == 4) {
            V3 u = q.segment<3>(a), w = v.segment<3>(b);
            d.segment<3>(a) = 0.5 * (q[a + 3] * w + u.cross(w));
            d[a + 3] = -0.5 * u.dot(w);
        } else d[a] = v[b];
    }
}

static std::vector<double> run(Work& k, double h) {
    const Model& m = k.m; Data d(m); std::vector<RigidConstraintData> cd;
    for (auto& x : k.loops) cd.emplace_back(x);
    if (!k.loops.empty()) initConstraintDynamics(m, d, k.loops, cd);
    ProximalSettings ps(1e-12, 1e-10, 10);
    V q = k.q, v = k.v, tau = V::Zero(m.nv), qs = q, q0 = q, v0 = v, sum_q(m.nq), sum_v(m.nv), dq(m.nq), vs(m.nv), a(m.nv);
    std::vector<double> values; const double c[4] = {0, 0.5, 0.5, 1}, w[4] = {1, 2, 2, 1};
    long per = std::lround(k.every / h);
    for (long i = 0; i < per * k.count; i++) {
        q0 = q; v0 = v; sum_q.setZero(); sum_v.setZero();
        for (int s = 0; s < 4; s++) {
            if (s) { qs = q0 + c[s] * h * dq; vs = v0 + c[s] * h * a; } else { qs = q0; vs = v0; }
            rate(m, qs, vs, dq);
            for (int j = 1; j < m.njoints; j++) if (m.nqs[j] == 4) qs.segment<4>(m.idx_qs[j]).normalize();
            if (k.load) k.load(h * (i + c[s]), qs, vs, tau);
            a = k.loops.empty() ? aba(m, d, qs, vs, tau, Convention::LOCAL) : constraintDynamics(m, d, qs, vs, tau, k.loops, cd, ps);
            sum_q += w[s] * dq; sum_v += w[s] * a;
        }
        q = q0 + h / 6 * sum_q; v = v0 + h / 6 * sum_v;
        for (int j = 1; j < m.njoints; j++) if (m.nqs[j] == 4) q.segment<4>(m.idx_qs[j]).normalize();
        if ((i + 1) % per == 0) { forwardKinematics(m, d, q); k.read(d, m, q, values); }
    }
    return values;
}

static void row(Work& k, double h) {
    if (!only.empty() && ("," + only + ",").find("," + k.name + ",") == std::string::npos) return;
    double best = 1e9, spent = 0; std::vector<double> values;
    for (int i = 0; i < 20 && spent < 0.1; i++) { double t = cpu(); values = run(k, h); t = cpu() - t; best = std::min(best, t); spent += t; }
    std::printf("{\"code\":\"pinocchio\",\"work\":\"%s\",\"setting\":\"RK4 h=%g%s\",\"cpu_s\":%.6e,\"steps\":%ld,\"values\":[", k.name.c_str(), h, k.loops.empty() ? "" : ", proximal", best, std::lround(k.every * k.count / h));
    for (size_t i = 0; i < values.size(); i++) std::printf("%s%.17g", i ? "," : "", values[i]);
    std::printf("]}\n"); std::fflush(stdout);
}

static SE3 at(double x, double y, double z) { SE3 p = SE3::Identity(); p.translation() << x, y, z; return p; }
static Inertia lump(double m, V3 c, V3 j) { return Inertia(m, c, j.asDiagonal().toDenseMatrix()); }
static void centers(Data& d, const Model& m, const V&, std::vector<double>& out) {
    for (int j = 1; j < m.njoints; j++) { V3 p = d.oMi[j].act(m.inertias[j].lever()); out.insert(out.end(), {p[0], p[1], p[2]}); }
}

static Work chain(std::string name, int n, double every, int count) {
    Work k{name}; k.every = every; k.count = count; k.m.gravity.linear(V3(0, -G, 0)); JointIndex p = 0;
    for (int i = 0; i < n; i++) {
        p = k.m.addJoint(p, JointModelRZ(), at(i ? 1 : 0, 0, 0), "j" + std::to_string(i));
        k.m.appendBodyToJoint(p, lump(1, V3(0.5, 0, 0), V3::Constant(1.0 / 12)), SE3::Identity());
    }
    k.q = V::Zero(n); k.v = V::Zero(n);
    k.read = [n](Data&, const Model&, const V& q, std::vector<double>& out) {
        for (int i : {0, 1, 3, 7, 15}) if (i < n) out.push_back(q.head(1 + i).sum()); };
    return k;
}

static Work disk_slider() {
    const double R = 0.1, L = 0.2, TH = 0.4; Work k{"W3"}; k.every = 1; k.count = 10; Model& m = k.m; m.gravity.linear().setZero();
    JointIndex disk = m.addJoint(0, JointModelRZ(), SE3::Identity(), "disk"), rod[2], sl[2];
    m.appendBodyToJoint(disk, lump(3, V3::Zero(), V3::Constant(1.5 * R * R)), SE3::Identity());
    for (int i = 0; i < 2; i++) {
        rod[i] = m.addJoint(disk, JointModelRZ(), at(R * cos(pi / 2 * i), R * sin(pi / 2 * i), 0), "rod" + std::to_string(i));
        m.appendBodyToJoint(rod[i], lump(1, V3(L / 2, 0, 0), V3::Constant(L * L / 12)), SE3::Identity());
    }
    double al = TH - pi / 4, lean = -asin(R * sin(al) / L), far = R * cos(al) + L * cos(lean); k.q = V::Zero(5); k.v = V::Zero(5); k.q[0] = TH;
    for (int i = 0; i < 2; i++) {  // after the rods: a subtree must be contiguous
        double slot = pi / 4 + pi / 2 * i; SE3 f = SE3::Identity(); f.rotation() = Eigen::AngleAxisd(slot, V3::UnitZ()).toRotationMatrix();
        sl[i] = m.addJoint(0, JointModelPX(), f, "slider" + std::to_string(i));
        m.appendBodyToJoint(sl[i], lump(3, V3::Zero(), V3::Constant(1e-3)), SE3::Identity());
        k.q[m.idx_qs[rod[i]]] = slot + lean - TH; k.q[m.idx_qs[sl[i]]] = far;
    }
    for (int i = 0; i < 2; i++) k.loops.emplace_back(CONTACT_3D, m, rod[i], at(L, 0, 0), sl[i], SE3::Identity(), LOCAL);
    int s0 = m.idx_qs[sl[0]], s1 = m.idx_qs[sl[1]];
    k.load = [s0, s1](double t, const V& q, const V& v, V& tau) { tau.setZero(); tau[0] = sin(pi / 6 * t); for (int s : {s0, s1}) tau[s] = -750 * (q[s] - 0.2) - 0.01 * v[s]; };
    k.read = [](Data&, const Model&, const V& q, std::vector<double>& out) { out.push_back(q[0]); };
    return k;
}

static Work bars() {
    Work k{"W5"}; k.every = 0.5; k.count = 2; k.m.gravity.linear(V3(0, 0, -9.81)); JointIndex p = 0;
    for (int i = 0; i < 8; i++) {
        p = k.m.addJoint(p, JointModelSpherical(), at(i ? 1 : 0, 0, 0), "j" + std::to_string(i));
        k.m.appendBodyToJoint(p, lump(1, V3(0.5, 0, 0), V3(0.05, 1.01, 1.04) / 12), SE3::Identity());
    }
    k.q = neutral(k.m); k.v = V::Zero(24); k.v.head<3>() << 1, 0.5, 2; k.read = centers;
    return k;
}

static Work bricard() {
    const double c[6][3] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
    Work k{"W6"}; k.every = 0.5; k.count = 4; k.m.gravity.linear(V3(0, -9.81, 0)); JointIndex p = 0; V3 last = V3::Zero(), step;
    const V3 axes[3] = {V3::UnitY(), V3::UnitZ(), V3::UnitX()};
    for (int i = 0; i < 5; i++) {
        V3 a(c[i][0], c[i][1], c[i][2]), b(c[i + 1][0], c[i + 1][1], c[i + 1][2]), off = a - last; step = b - a;
        p = k.m.addJoint(p, JointModelRevoluteUnaligned(axes[i % 3]), at(off[0], off[1], off[2]), "h" + std::to_string(i));
        V3 j; for (int x = 0; x < 3; x++) j[x] = (step[x] == 0 ? 1.01 : 0.02) / 12;
        k.m.appendBodyToJoint(p, lump(1, 0.5 * step, j), SE3::Identity()); last = a;
    }
    for (double x : {0.0, 0.5}) k.loops.emplace_back(CONTACT_3D, k.m, p, at(step[0] + x, step[1], step[2]), 0, at(x, 0, 1), LOCAL);
    k.q = V::Zero(5); k.v = V::Zero(5); k.read = centers;
    return k;
}

int main(int n, char** args) {
    for (int i = 1; i < n; i++) { if (std::string(args[i]) == "--works") only = args[i + 1]; if (std::string(args[i]) == "--quick") quick = "yes"; }
    Work works[] = {chain("W1", 2, 1, 5), chain("W2-4", 4, 1, 1), chain("W2-64", 64, 1, 1), disk_slider(), bars(), bricard()};
    for (Work& k : works) {
        for (auto& x : k.loops) x.baumgarte_corrector_parameters() = BaumgarteCorrectorParametersTpl<double>(1e4, 200);
        for (double h : {2e-2, 1e-2, 5e-3, 1e-3, 2e-4}) if (quick.empty() || h > 5e-4) row(k, h);
    }
}
