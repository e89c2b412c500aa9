// Contacts that open: what they have touched lately, and a flash where one is struck.

// Seconds of the viewer for which a blow is seen.
const FLASH = 0.35;

// Does this joint belong to a contact that is open now?
function isOpen(joint) {
  const i = scene.contacts.findIndex((contact) => scene.joints[contact.joint] === joint);
  return i >= 0 && away(film.contact(scene.contacts[i], i).mode);
}

// What a contact has touched lately, on both bodies: while it rolls, both traces are equally long.
function contactTraces(joints) {
  for (const joint of joints.filter((joint) => !isOpen(joint))) {
    const from = film.frame(film.t - 0.05 * (film.end - film.start));
    const now = joint.at.map((c) => film.value(c));
    const between = (k) => joint.at.map((c) => film.columns[c][k]);
    for (const slot of new Set(joint.slots)) {
      const points = [];
      for (let k = from; k <= film.k; k++) points.push(onScreen([slot, ...film.seenAt(k, slot, between(k))]));
      points.push(view.screen(now));
      ctx.lineCap = "round";
      trace(points);
      stroke(ink.trace, scene.spatial ? 3.4 : 6);
      ctx.lineCap = "butt";
    }
    disk(view.screen(now), scene.spatial ? 3.2 : 4.5);
    ctx.fillStyle = ink.trace;
    ctx.fill();
  }
}

// A contact that was struck a moment ago: a ring that spreads and fades, the wider the harder the blow is beside the hardest one.
function flashes() {
  for (const { contact, normal, age } of film.blows(FLASH * player.speed)) {
    const { at } = film.reaction(scene.joints[scene.contacts[contact].joint]);
    disk(view.screen(at), (1 + 4 * age * (0.4 + 0.6 * normal / stage.hardest)) * view.unit);
    ctx.globalAlpha = 1 - age;
    stroke(ink.force, 3);
    ctx.globalAlpha = 1;
  }
}
