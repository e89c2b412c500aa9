// The menus: what the view does, which plots are shown, what can be saved, and which keys there are.

const KEYS = [
  ["space", "play, pause"], ["← →", "a hundredth of the run (with shift a thousandth)"], ["n, p", "to the next or the previous thing that happened"],
  ["Home, End", "to the start, the end"], ["L", "begin again at the end"], ["F", "show everything"], ["M", "measure between points"],
  ["W", "solid, transparent, wireframe"], ["1 2 3 4", "front, side, top, isometric (in space)"], ["S", "save the frame as PNG"],
  ["C", "copy a link to this instant"], ["D", "light or dark"], ["Esc", "close menus, drop what was picked"], ["?", "these keys"],
  ["drag", "move the view; in space turn it (move: with shift)"], ["wheel", "zoom the picture, or the time of the plots"],
  ["click", "keep the values of a body, a joint, a friction point in sight"], ["double click", "show everything"],
];
const FILLINGS = { solid: "solid", clear: "transparent", wire: "wireframe" };

const menus = {
  prepare() {
    this.view();
    this.plots();
    for (const button of document.querySelectorAll("#save button")) {
      button.onclick = () => {
        $("save").open = false;
        saving.as(button.value);
      };
    }
    $("keys").append(element("dl", {}, ...KEYS.flatMap(([key, does]) => [element("dt", { textContent: key }), element("dd", { textContent: does })])));
    $("help").onclick = () => ($("keys").open ? $("keys").close() : $("keys").showModal());
    $("keys").onclick = () => $("keys").close();
    $("measure").onclick = () => this.measure(!probe.points);
    // A menu opens under its name, but never beyond the left edge.
    for (const menu of document.querySelectorAll("details")) {
      menu.ontoggle = () => {
        const box = menu.lastElementChild;
        box.style.right = "";
        if (menu.open) box.style.right = `${parseFloat(getComputedStyle(box).right) - Math.max(0, 6 - box.getBoundingClientRect().left)}px`;
      };
    }
    // One menu at a time, and none after a click elsewhere.
    document.addEventListener("pointerdown", ({ target }) => {
      for (const menu of document.querySelectorAll("details[open]")) if (!menu.contains(target)) menu.open = false;
    });
  },

  measure(on) {
    $("measure").classList.toggle("on", on);
    probe.measure(on);
  },

  view() {
    const whom = [["", "nothing"], ["0", "the mechanism"], ...scene.bodies.slice(1).map(({ name }, i) => [String(i + 1), name])];
    $("follow").append(...whom.map(([value, textContent]) => element("option", { value, textContent })));
    $("follow").value = view.followed ?? "";
    $("follow").onchange = () => this.follow($("follow").value === "" ? null : Number($("follow").value));
    $("filling").append(...Object.entries(FILLINGS).map(([value, textContent]) => element("option", { value, textContent })));
    $("filling").onchange = () => this.fill($("filling").value);
    $("views").hidden = !scene.spatial;
    $("views").append(...Object.keys(VIEWS).map((name) => element("button", { textContent: name, onclick: () => this.look(name) })));
    $("strength").oninput = () => { stage.strength = 10 ** Number($("strength").value); redraw(); };
  },

  follow(slot) {
    $("follow").value = slot ?? "";
    view.follow(slot);
    redraw();
  },

  // Everything, at all times: what was followed is let go.
  fit() { this.follow(null); },

  fill(filling) {
    $("filling").value = view.filling = filling;
    redraw();
  },

  look(name) {
    if (!scene.spatial) return;
    view.look(...VIEWS[name]);
    view.fit();
    redraw();
  },

  // Which plots are shown, and one column against another: anew with every run.
  plots() {
    $("panels").replaceChildren(...plots.own.map((plot) => {
      const box = element("input", { type: "checkbox", checked: !plot.panel.hidden });
      box.onchange = () => {
        plot.panel.hidden = !box.checked;
        plot.resize();
      };
      return element("label", {}, box, plot.data.title);
    }));
    const known = plots.own.flatMap((plot) => plot.series.map((curve) => ({ plot, curve })));
    const chosen = ["upright", "across"].map((id) => $(id).selectedOptions[0]?.textContent);
    for (const id of ["upright", "across"]) {
      $(id).replaceChildren(...known.map(({ plot, curve }, value) => element("option", { value, textContent: [plot.data.title, curve.name].filter(Boolean).join(": ") })));
    }
    $("across").selectedIndex = Math.max(0, known.findIndex(({ curve }, k) => k > 0 && curve.film === film));
    ["upright", "across"].forEach((id, k) => {
      const same = [...$(id).options].findIndex(({ textContent }) => textContent === chosen[k]);
      if (same >= 0) $(id).selectedIndex = same;
    });
    $("portrait").onclick = () => {
      const [x, y] = [known[$("across").value], known[$("upright").value]];
      if (x.curve.film !== y.curve.film) return note("Both curves must be of the same run.");
      $("choose").open = false;
      plots.add(new Portrait(x, y));
    };
    $("choose").hidden = known.length === 0;
  },
};
