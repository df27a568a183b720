// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws the page from the data that the page itself contains. Nothing is loaded from other files.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);

//---- Elements and figures --------------------------------------------------------------------------------------------

/** An element: make("p", {class: "quiet"}, "text", other). */
function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function drawn(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Seconds with a unit, to four digits. */
function time(seconds) {
  const size = Math.abs(seconds);
  const [scale, unit] = size >= 1 || size === 0 ? [1, "s"] : size >= 1e-3 ? [1e3, "ms"] : size >= 1e-6 ? [1e6, "us"] : [1e9, "ns"];
  return `${Number((seconds * scale).toPrecision(4))} ${unit}`;
}

function bytes(count) {
  let unit = 0;
  for (; count >= 999.95 && unit < 5; unit++) count /= 1000;
  return unit ? `${count.toFixed(1)} ${["", "kB", "MB", "GB", "TB", "PB"][unit]}` : `${count} B`;
}

const sum = (list) => list.reduce((all, each) => all + each, 0);
const percent = (part, whole) => (whole > 0 ? `${(100 * part / whole).toFixed(1)}%` : "-");

/** A table: a heading is text, or [text, "text"] for a column of words. */
function table(caption, headings, rows) {
  const made = make("table", {}, make("caption", {}, caption));
  const words = headings.map((each) => Array.isArray(each));
  made.append(make("thead", {}, make("tr", {}, ...headings.map((each, i) =>
    make("th", {scope: "col", ...(words[i] ? {class: "text"} : {})}, words[i] ? each[0] : each)))));
  made.append(make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((each, i) =>
    make("td", words[i] ? {class: "text"} : {}, each instanceof Node ? each : String(each)))))));
  return make("div", {class: "wide"}, made);
}

function section(id, title, ...children) {
  return make("section", {id, "aria-labelledby": `${id}-title`}, make("h2", {id: `${id}-title`}, title), ...children);
}

//---- Colours: Okabe and Ito's, which colour-blind people tell apart; each has a pattern too ---------------------------

const COLOURS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999"];
const PATTERNS = ["none", "rising", "falling", "dots", "upright", "level", "cross", "none"];
let patterns = 0;

/** A pattern of an SVG, as its fill. */
function fill(svg, index) {
  const id = `pattern-${patterns++}`;
  const made = drawn("pattern", {id, width: 8, height: 8, patternUnits: "userSpaceOnUse"});
  made.append(drawn("rect", {width: 8, height: 8, fill: COLOURS[index % 8]}));
  const line = {stroke: "#000", "stroke-opacity": .55, "stroke-width": 1.2, fill: "none"};
  const paths = {rising: "M0 8L8 0", falling: "M0 0L8 8", upright: "M4 0V8", level: "M0 4H8", cross: "M0 4H8M4 0V8"};
  const kind = PATTERNS[(index + Math.floor(index / 8)) % 8];
  if (paths[kind]) made.append(drawn("path", {d: paths[kind], ...line}));
  if (kind === "dots") made.append(drawn("circle", {cx: 4, cy: 4, r: 1.4, fill: "#000", "fill-opacity": .55}));
  svg.append(made);
  return `url(#${id})`;
}

function keyOf(svgFills, names) {
  return make("ul", {class: "key"}, ...names.map((name, i) => {
    const box = drawn("svg", {width: 22, height: 14, "aria-hidden": "true"});
    box.append(drawn("rect", {width: 22, height: 14, fill: fill(box, svgFills[i]), stroke: "#000"}));
    return make("li", {}, box, ` ${name}`);
  }));
}

/** Bars of parts that make up a whole: [[label, [part, ...]], ...]. */
function stackedBars(label, names, rows, show) {
  const width = 900, height = rows.length * 26 + 4, left = 300;
  const svg = drawn("svg", {viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label});
  const most = Math.max(...rows.map((row) => sum(row[1])), 1e-12);
  const fills = names.map((_, i) => fill(svg, i));
  rows.forEach(([name, parts], r) => {
    svg.append(drawn("text", {x: left - 6, y: r * 26 + 17, "text-anchor": "end"}, short(name, 48)));
    let x = left;
    parts.forEach((part, i) => {
      const wide = part / most * (width - left - 90);
      const bar = drawn("rect", {x, y: r * 26 + 4, width: wide, height: 18, fill: fills[i], stroke: "#000", "stroke-width": .5});
      bar.append(drawn("title", {}, `${name}: ${names[i]} ${show(part)}`));
      svg.append(bar);
      x += wide;
    });
    svg.append(drawn("text", {x: x + 4, y: r * 26 + 17}, show(sum(parts))));
  });
  return make("div", {class: "wide"}, svg, keyOf(names.map((_, i) => i), names));
}

/** The end of a long name, which says more than its beginning. */
const short = (name, most) => (name.length > most ? `…${name.slice(1 - most)}` : name);

//---- Figures of a report ---------------------------------------------------------------------------------------------

const counted = (count, one, more) => `${count} ${count === 1 ? one : more}`;
const PARTS = ["planning", "start_up", "computing", "waiting"];
const MOST_ROWS = 400; // the most rows of a table, so that people can read the page

function summary(run, id) {
  const report = run.report;
  const rows = report.regions.map((r) => [r.location, r.scheduler, r.passes, time(r.seconds), ...PARTS.map((p) => time(r.parts[p])),
    r.speed_up ? `${r.speed_up.toFixed(2)}` : "not seen", r.plain_passes,
    r.no_accelerator || r.reason || ""]);
  const t = report.totals;
  return section(`summary${id}`, "Where the time went",
    table(`${counted(report.regions.length, "region", "regions")}, ${counted(t.passes, "pass", "passes")} in ${time(t.seconds)}; ` +
          `${bytes(t.bytes_in)} to devices, ${bytes(t.bytes_out)} to the host, ${bytes(t.bytes_across)} across, from device to device. ` +
          "A region's seconds are: planning, until each device's share is known; start-up, what is paid once, such as threads, kernels and " +
          "room on devices; computing, copies included; waiting, until threads woke and gathered.",
      [["region", "text"], ["scheduler", "text"], "passes", "seconds", "planning", "start-up", "computing", "waiting",
        "speed-up over the cores", "plain passes", ["why, in the last pass", "text"]], rows.slice(0, MOST_ROWS)),
    rows.length ? stackedBars("Seconds of each region by part", PARTS.map((p) => p.replace("_", "-")),
      report.regions.slice(0, 40).map((r) => [r.location, PARTS.map((p) => r.parts[p])]), time) :
      make("p", {}, "No region ran."));
}

function devices(run, id) {
  const made = section(`devices${id}`, "Who did what, and where the bytes went");
  for (const region of run.report.regions.slice(0, MOST_ROWS)) {
    const all = sum(region.devices.map((d) => sum(d.iterations)));
    const row = (d, iterations, seconds, across) => {
      const h = d.parts, q = d.queues;
      return [d.name + (d.given_up ? " (given up)" : ""), iterations, percent(iterations, all), time(seconds),
        bytes(d.bytes_in), bytes(d.bytes_out), across,
        ...(h ? [h.decide, h.move, h.launch, h.wait, h.commit].map(time) : Array(5).fill("-")),
        ...(q ? [q.copy_in, q.compute, q.copy_out].map(time) : Array(3).fill("-")),
        q && q.copy_in + q.copy_out > 0 ? percent(q.hidden, q.copy_in + q.copy_out) : "-"];
    };
    // If a device divides its work among devices of its own, its row contains their work too.
    const rows = region.devices.flatMap((d) => [row(d, sum(d.iterations), sum(d.seconds), bytes(d.bytes_across)),
      ...(d.inside || []).map((own) => row(own, own.iterations, own.seconds, "-"))]);
    made.append(make("h3", {}, region.location));
    made.append(table(rows.length > MOST_ROWS ? `the first ${MOST_ROWS} of ${rows.length} devices` : "",
      ["device", "iterations", "share", "seconds", "in", "out", "across", "decide", "move", "launch", "wait", "commit",
        "copies in", "kernels", "copies out", "hidden"], rows.slice(0, MOST_ROWS)));
    for (const d of region.devices.slice(0, MOST_ROWS))
      if (d.cores_alone) made.append(make("p", {class: "quiet"}, `${d.name}, its cores alone in the last pass: ${d.cores_alone}`));
    made.append(shares(region));
  }
  const between = run.report.between_regions;
  if (between.length)
    made.append(table("Between regions", ["device", "in", "out", "across"],
      between.map((b) => [b.name, bytes(b.bytes_in), bytes(b.bytes_out), bytes(b.bytes_across)])));
  return made;
}

/** Shares over passes. Many passes are drawn as means of some, many devices as the largest and all others. */
function shares(region) {
  const most = 7, columns = Math.min(region.passes, 300);
  if (region.passes < 2) return make("p", {class: "quiet"}, "One pass: there are no shares over time.");
  const order = region.devices.map((d) => ({name: d.name, iterations: d.iterations, all: sum(d.iterations)}))
    .sort((a, b) => b.all - a.all);
  const shown = order.length > most + 1 ? order.slice(0, most) : order;
  const others = order.slice(shown.length);
  const groups = shown.map((d) => [d.name, [d.iterations]]);
  if (others.length) groups.push([`${others.length} others`, others.map((d) => d.iterations)]);
  const bins = groups.map(([, lists]) => {
    const made = new Float64Array(columns);
    for (const list of lists)
      for (let p = 0; p < list.length; p++) made[Math.floor(p * columns / region.passes)] += list[p];
    return made;
  });
  const width = 900, height = 150, left = 40;
  const svg = drawn("svg", {viewBox: `0 0 ${width} ${height + 22}`, width, height: height + 22, role: "img",
    "aria-label": `Shares of devices over ${region.passes} passes of ${region.location}`});
  const base = new Float64Array(columns), wide = (width - left) / columns;
  groups.forEach(([name], g) => {
    let path = "";
    for (let c = 0; c < columns; c++) {
      const whole = bins.reduce((all, bin) => all + bin[c], 0) || 1;
      const part = bins[g][c] / whole * height;
      if (part > 0) path += `M${(left + c * wide).toFixed(2)} ${(height - base[c] - part).toFixed(2)}h${wide.toFixed(3)}v${part.toFixed(2)}h${(-wide).toFixed(3)}z`;
      base[c] += part;
    }
    const area = drawn("path", {d: path, fill: fill(svg, g)});
    area.append(drawn("title", {}, name));
    svg.append(area);
  });
  svg.append(drawn("text", {x: left - 4, y: 10, "text-anchor": "end"}, "100%"), drawn("text", {x: left - 4, y: height, "text-anchor": "end"}, "0"),
    drawn("text", {x: left, y: height + 15}, "pass 1"), drawn("text", {x: width, y: height + 15, "text-anchor": "end"}, `pass ${region.passes}`));
  return make("div", {class: "wide shares"}, svg, keyOf(groups.map((_, i) => i), groups.map(([name]) => name)));
}

function advice(run, id) {
  const list = run.advice.map((a) => make("li", {}, make("strong", {}, a.what),
    a.seconds ? ` would save up to ${time(a.seconds)}. ` : ". ", make("span", {class: "quiet"}, `${a.why}.`)));
  return section(`advice${id}`, "What would help", list.length ? make("ol", {}, ...list) :
    make("p", {}, "Nothing stands out in what was given."));
}

function decisions(run, id) {
  const why = run.trace.why;
  return section(`decisions${id}`, "What was decided, and why",
    table(why.length > MOST_ROWS ? `the first ${MOST_ROWS} of ${why.length}` : "Passes that follow each other with one reason are one row.",
      [["region", "text"], "from", "until", "passes", ["why", "text"]],
      why.slice(0, MOST_ROWS).map((w) => [w.region, time(w.from / 1e6), time(w.until / 1e6), w.passes || "", w.why])));
}

function arrays(run, id) {
  const WAYS = ["in", "out", "across"];
  const allOf = (ways) => sum(WAYS.map((way) => ways[way][2]));
  const all = Object.entries(run.trace.arrays).sort((a, b) => allOf(b[1]) - allOf(a[1]));
  return section(`arrays${id}`, "Arrays that moved", all.length ?
    table("How often, in how many copies, and how much: in, to a device; out, to the host; across, straight from another device",
      [["array", "text"], ...WAYS.flatMap((way) => ["times", "copies", "bytes"].map((what) => `${what} ${way}`))],
      all.slice(0, MOST_ROWS).map(([name, ways]) => [name, ...WAYS.flatMap((way) => [ways[way][0], ways[way][1], bytes(ways[way][2])])])) :
    make("p", {}, "No array went to a device or came back in a pass."));
}

//---- The timeline ----------------------------------------------------------------------------------------------------

const KINDS = {pass: 7, range: 0, part: 0, loop: 4, wait: 6, share: 4, host: 1, moved: 3, queue: 2, decision: 5};
const ROW = 20, LABELS = 190, AXIS = 22;

class Timeline {
  constructor(trace, id) {
    this.trace = trace;
    this.from = 0;
    this.until = Math.max(trace.end, 1) * 1.002;
    this.rows = [];
    for (const track of trace.tracks)
      track.rows.forEach(([begin, length, name, kind, text], depth) => this.rows.push({
        label: depth ? "" : track.name, track: track.name, begin: Float64Array.from(begin), length: Float64Array.from(length), name, kind, text}));
    this.hits = null;
    this.selected = null;
    this.build(id);
  }

  build(id) {
    this.canvas = make("canvas", {tabindex: "0", role: "application", "aria-label":
      "Timeline. Plus and minus zoom, left and right move, up and down change the row, comma and full stop select the event before and after, Home shows all."});
    this.spacer = make("div", {});
    this.scroller = make("div", {class: "scroller"}, this.canvas, this.spacer);
    this.details = make("div", {class: "details", id: `details${id}`, role: "status", "aria-live": "polite"}, "Nothing selected: click an event, or press full stop.");
    this.range = make("output", {id: `range${id}`});
    this.found = make("output", {id: `found${id}`});
    this.search = make("input", {type: "search", id: `search${id}`, placeholder: "kernel, emulated:0, stencil.c:12 …", "aria-label": "Search events"});
    const button = (text, label, act) => {
      const made = make("button", {type: "button", "aria-label": label}, text);
      made.addEventListener("click", act);
      return made;
    };
    this.element = section(`timeline${id}`, "Timeline",
      make("p", {class: "quiet"}, "Drag to move, hold Ctrl and turn the wheel to zoom, double-click to zoom to an event. With the timeline in focus: + − ← → Home, ↑ ↓ , . select."),
      make("div", {class: "controls"}, button("+", "Zoom in", () => this.zoom(.5)), button("−", "Zoom out", () => this.zoom(2)),
        button("All", "Show all", () => this.show(0, this.trace.end * 1.002)), this.search,
        button("Next", "Next match", () => this.next(1)), button("Previous", "Previous match", () => this.next(-1)), this.found, this.range),
      this.scroller, this.details, this.legend());
    this.listen();
  }

  legend() {
    const names = {pass: "passes", range: "ranges", host: "steps of a host thread", queue: "copies and kernels", share: "shares, loops", moved: "copies started", wait: "waits", decision: "decisions"};
    return keyOf(Object.keys(names).map((each) => KINDS[each]), Object.values(names));
  }

  listen() {
    this.scroller.addEventListener("scroll", () => this.redraw());
    new ResizeObserver(() => this.resize()).observe(this.scroller);
    this.canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.25 : .8, this.timeAt(event.offsetX));
    }, {passive: false});
    let held = null;
    this.canvas.addEventListener("pointerdown", (event) => {
      held = {x: event.offsetX, from: this.from, until: this.until, moved: false};
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!held) return;
      held.moved ||= Math.abs(event.offsetX - held.x) > 3;
      const by = (held.x - event.offsetX) / this.wide * (held.until - held.from);
      if (held.moved) this.show(held.from + by, held.until + by);
    });
    this.canvas.addEventListener("pointerup", (event) => {
      if (held && !held.moved) this.select(this.at(event.offsetX, event.offsetY));
      held = null;
    });
    this.canvas.addEventListener("pointercancel", () => { held = null; });
    this.canvas.addEventListener("dblclick", () => this.zoomToSelected());
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.search.addEventListener("input", () => this.seek(this.search.value));
    this.search.addEventListener("keydown", (event) => { if (event.key === "Enter") this.next(event.shiftKey ? -1 : 1); });
  }

  key(event) {
    const span = this.until - this.from;
    const acts = {
      "+": () => this.zoom(.5), "=": () => this.zoom(.5), "-": () => this.zoom(2), "Home": () => this.show(0, this.trace.end * 1.002),
      "ArrowLeft": () => this.show(this.from - span / 5, this.until - span / 5), "ArrowRight": () => this.show(this.from + span / 5, this.until + span / 5),
      "ArrowUp": () => this.step(-1, 0), "ArrowDown": () => this.step(1, 0), ",": () => this.step(0, -1), ".": () => this.step(0, 1),
      "Enter": () => this.zoomToSelected(), "Escape": () => this.select(null)};
    if (!acts[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    acts[event.key]();
  }

  resize() {
    const scale = window.devicePixelRatio || 1, whole = this.rows.length * ROW + AXIS;
    const width = this.scroller.clientWidth, height = Math.min(whole, Math.max(120, window.innerHeight * .65));
    if (width === 0) return;
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.spacer.style.height = `${whole - height}px`;
    this.width = width;
    this.height = height;
    this.wide = Math.max(width - LABELS, 50);
    this.scale = scale;
    this.redraw();
  }

  timeAt(x) { return this.from + (x - LABELS) / this.wide * (this.until - this.from); }

  show(from, until) {
    const most = Math.max(this.trace.end, 1) * 1.002, span = Math.min(Math.max(until - from, .01), most);
    this.from = Math.min(Math.max(from, 0), most - span);
    this.until = this.from + span;
    this.redraw();
  }

  zoom(by, around = (this.from + this.until) / 2) {
    this.show(around - (around - this.from) * by, around + (this.until - around) * by);
  }

  zoomToSelected() {
    if (!this.selected) return;
    const row = this.rows[this.selected.row], i = this.selected.index, span = Math.max(row.length[i], .05);
    this.show(row.begin[i] - span, row.begin[i] + 2 * span);
  }

  /** The first event of a row that ends after a time. */
  first(row, from) {
    let low = 0, high = row.begin.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (row.begin[middle] + row.length[middle] < from) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  at(x, y) {
    const number = Math.floor((y - AXIS + this.scroller.scrollTop) / ROW), row = this.rows[number];
    if (!row || x < LABELS || y < AXIS) return null;
    const time = this.timeAt(x), reach = 3 / this.wide * (this.until - this.from);
    let best = null, nearest = reach;
    for (let i = this.first(row, time - reach); i < row.begin.length && row.begin[i] <= time + reach; i++) {
      const far = Math.max(row.begin[i] - time, time - row.begin[i] - row.length[i], 0);
      if (far < nearest) [best, nearest] = [i, far];
      if (far === 0) break;
    }
    return best === null ? null : {row: number, index: best};
  }

  select(what) {
    this.selected = what;
    this.details.textContent = what ? this.describe(what) : "Nothing selected.";
    this.redraw();
  }

  describe({row: number, index}) {
    const row = this.rows[number], names = this.trace.names;
    const text = this.trace.texts[row.text[index]];
    return `${names[row.name[index]]} (${names[row.kind[index]]}) on ${row.track}\n` +
      `begins at ${time(row.begin[index] / 1e6)}, takes ${time(row.length[index] / 1e6)}\n${text}`;
  }

  step(rows, events) {
    if (!this.rows.length) return;
    const old = this.selected || {row: 0, index: events > 0 ? -1 : 0};
    let number = old.row;
    const when = this.selected ? this.rows[old.row].begin[old.index] : this.from;
    if (rows) number = Math.min(Math.max(old.row + rows, 0), this.rows.length - 1);
    const row = this.rows[number];
    const index = rows ? Math.min(this.first(row, when), row.begin.length - 1) : Math.min(Math.max(old.index + events, 0), row.begin.length - 1);
    this.reveal({row: number, index});
  }

  reveal(what) {
    const row = this.rows[what.row], begin = row.begin[what.index], end = begin + row.length[what.index], span = this.until - this.from;
    if (end < this.from || begin > this.until) this.show(begin - span / 2, begin + span / 2);
    const y = what.row * ROW + AXIS;
    if (y < this.scroller.scrollTop + AXIS || y + ROW > this.scroller.scrollTop + this.height)
      this.scroller.scrollTop = y - this.height / 2;
    this.select(what);
  }

  seek(words) {
    this.hits = null;
    const wanted = words.trim().toLowerCase();
    if (wanted) {
      const names = this.trace.names.map((each) => each.toLowerCase().includes(wanted));
      const texts = this.trace.texts.map((each) => each.toLowerCase().includes(wanted));
      this.hits = [];
      this.rows.forEach((row, r) => {
        const whole = row.track.toLowerCase().includes(wanted);
        for (let i = 0; i < row.begin.length; i++)
          if (whole || names[row.name[i]] || texts[row.text[i]]) this.hits.push([row.begin[i], r, i]);
      });
      this.hits.sort((a, b) => a[0] - b[0]);
      this.isHit = (row, i) => whole(row) || names[row.name[i]] || texts[row.text[i]];
      const whole = (row) => row.track.toLowerCase().includes(wanted);
    }
    this.hit = -1;
    this.found.textContent = this.hits ? `${this.hits.length} found` : "";
    this.redraw();
  }

  next(by) {
    if (!this.hits || !this.hits.length) return;
    this.hit = (this.hit + by + this.hits.length + (this.hit < 0 && by < 0 ? 1 : 0)) % this.hits.length;
    const [, row, index] = this.hits[this.hit];
    this.found.textContent = `${this.hit + 1} of ${this.hits.length}`;
    this.reveal({row, index});
  }

  redraw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.draw(); });
  }

  draw() {
    if (!this.width) return;
    this.marks = 0;
    const pen = this.canvas.getContext("2d"), style = getComputedStyle(document.body);
    const ink = style.getPropertyValue("--text"), ground = style.getPropertyValue("--ground"), line = style.getPropertyValue("--line");
    pen.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    pen.fillStyle = ground;
    pen.fillRect(0, 0, this.width, this.height);
    pen.font = "11px system-ui, sans-serif";
    pen.textBaseline = "middle";
    const top = this.scroller.scrollTop, first = Math.floor(top / ROW), last = Math.min(this.rows.length, Math.ceil((top + this.height - AXIS) / ROW));
    for (let r = first; r < last; r++) this.drawRow(pen, this.rows[r], r, AXIS + r * ROW - top, ink, ground, line);
    this.drawAxis(pen, ink, ground, line);
    this.range.textContent = `${time(this.from / 1e6)} to ${time(Math.min(this.until, this.trace.end) / 1e6)} of ${time(this.trace.end / 1e6)}`;
    this.canvas.dataset.marks = this.marks; // for tests
  }

  drawAxis(pen, ink, ground, line) {
    pen.fillStyle = ground;
    pen.fillRect(0, 0, this.width, AXIS);
    pen.fillStyle = ink;
    const span = this.until - this.from, rough = span / Math.max(this.wide / 110, 1), power = 10 ** Math.floor(Math.log10(rough));
    const tick = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
    for (let at = Math.ceil(this.from / tick) * tick; at <= this.until; at += tick) {
      const x = LABELS + (at - this.from) / span * this.wide;
      pen.fillText(time(at / 1e6), x + 3, AXIS / 2);
      pen.fillRect(x, 4, 1, AXIS - 8);
    }
    pen.fillStyle = line;
    pen.fillRect(0, AXIS - 1, this.width, 1);
  }

  /** Events narrower than a pixel are drawn as one, so that what is drawn is bounded by the pixels. */
  drawRow(pen, row, number, y, ink, ground, line) {
    const names = this.trace.names, perPixel = (this.until - this.from) / this.wide;
    let right = -1;
    for (let i = this.first(row, this.from); i < row.begin.length && row.begin[i] <= this.until; i++) {
      const selected = this.selected && this.selected.row === number && this.selected.index === i;
      const dim = this.hits && !this.isHit(row, i);
      const end = (row.begin[i] + row.length[i] - this.from) / perPixel;
      if (end < right && !selected && (dim || !this.hits)) continue;
      const x = Math.max((row.begin[i] - this.from) / perPixel, 0), wide = Math.max(Math.min(end, this.wide) - x, 1);
      pen.globalAlpha = dim ? .2 : 1;
      pen.fillStyle = COLOURS[KINDS[names[row.kind[i]]] ?? 7];
      pen.fillRect(LABELS + x, y + 2, wide, ROW - 4);
      this.marks++;
      if (selected) {
        pen.strokeStyle = ink;
        pen.lineWidth = 3;
        pen.strokeRect(LABELS + x, y + 2, wide, ROW - 4);
      } else if (wide > 4) {
        pen.strokeStyle = ground;
        pen.lineWidth = 1;
        pen.strokeRect(LABELS + x + .5, y + 2.5, wide - 1, ROW - 5);
      }
      if (wide > 40) {
        pen.fillStyle = KINDS[names[row.kind[i]]] === 0 ? "#fff" : "#000"; // on blue
        pen.fillText(short(names[row.name[i]], Math.floor((wide - 6) / 6)), LABELS + x + 4, y + ROW / 2);
      }
      right = x + Math.max(wide, 1);
    }
    pen.globalAlpha = 1;
    pen.fillStyle = ground;
    pen.fillRect(0, y, LABELS, ROW);
    pen.fillStyle = ink;
    if (row.label) pen.fillText(short(row.label, 30), 4, y + ROW / 2);
    pen.fillStyle = line;
    if (row.label) pen.fillRect(0, y, this.width, .5);
  }
}

//---- Two runs --------------------------------------------------------------------------------------------------------

function compare(first, second) {
  const factor = (a, b) => (a > 0 && b > 0 ? (a / b).toFixed(2) : "-");
  const inSecond = new Map(second.regions.map((r) => [r.location, r]));
  const rows = first.regions.map((r) => [r, inSecond.get(r.location)]);
  for (const r of second.regions) if (!first.regions.some((each) => each.location === r.location)) rows.push([null, r]);
  const traffic = (r) => (r ? bytes(sum(r.devices.map((d) => d.bytes_in + d.bytes_out + d.bytes_across))) : "-");
  const list = rows.map(([a, b]) => [(a || b).location, a ? a.passes : "-", b ? b.passes : "-", a ? time(a.seconds) : "-", b ? time(b.seconds) : "-",
    a && b ? factor(a.seconds / a.passes, b.seconds / b.passes) : "only in one", ...PARTS.flatMap((p) => [a ? time(a.parts[p]) : "-", b ? time(b.parts[p]) : "-"]),
    traffic(a), traffic(b), a ? a.scheduler : "-", b ? b.scheduler : "-"]);
  list.push(["all", first.totals.passes, second.totals.passes, time(first.totals.seconds), time(second.totals.seconds),
    factor(first.totals.seconds, second.totals.seconds), ...Array(12).fill("")]);
  return table("A is the first run, B the other one. The factor is how many times faster a pass of B is; of all, the whole.",
    [["region", "text"], "passes A", "passes B", "seconds A", "seconds B", "factor", ...PARTS.flatMap((p) => [`${p.replace("_", "-")} A`, "B"]),
      "moved A", "moved B", ["scheduler A", "text"], ["B", "text"]], list);
}

//---- Other mixes of devices, which hetsim worked out --------------------------------------------------------------------

function mixes(list) {
  const rows = list.map((m) => [m.devices, time(m.seconds), (list[0].seconds / m.seconds).toFixed(2), time(m.ideal_seconds)]);
  return section("what-if", "What other devices would do",
    table("How many times as fast as the first row, which is the machine as it is. Ideal: no scheduler does better.",
      [["devices", "text"], "seconds", "times", "ideal"], rows),
    stackedBars("Seconds on each mix of devices", ["seconds"], list.map((m) => [m.devices, [m.seconds]]), time));
}

//---- The page --------------------------------------------------------------------------------------------------------

const timelines = [];

function showRun(run, number, several) {
  const id = number ? `-${number + 1}` : "", made = make("div", {});
  if (several) made.append(make("h2", {}, `Run ${"AB"[number]}: ${run.files.join(", ")}`));
  if (run.report) made.append(summary(run, id));
  if (run.advice) made.append(advice(run, id));
  if (run.trace && run.trace.tracks.length) {
    timelines.push(new Timeline(run.trace, id));
    made.append(timelines.at(-1).element);
  }
  if (run.trace) made.append(decisions(run, id), arrays(run, id));
  if (run.report) made.append(devices(run, id));
  return made;
}

function showPage() {
  const {runs} = data, program = runs.map((r) => r.trace && r.trace.program).find(Boolean);
  document.title = `hetreport: ${program || runs[0].files[0]}`;
  document.getElementById("title").textContent = program ? `Runs of ${program}` : "hetreport";
  document.getElementById("files").textContent = `From ${runs.map((r) => r.files.join(", ")).join(" against ")}`;
  document.getElementById("notes").append(...runs.flatMap((r) => r.notes).map((each) => make("li", {}, each)));
  const both = document.getElementById("compare");
  if (runs.length === 2) {
    both.hidden = false;
    both.lastElementChild.append(runs.every((r) => r.report) ? compare(runs[0].report, runs[1].report) :
      make("p", {}, "Both runs need a report to be compared: HETRT_REPORT=json:FILE."));
  }
  if (data.what_if) document.getElementById("runs").append(mixes(data.what_if));
  runs.forEach((run, number) => document.getElementById("runs").append(showRun(run, number, runs.length > 1)));
}

showPage();
