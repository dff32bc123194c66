import type UPlot from 'uplot';

/** A straight line across a chart, at a value of one of its scales. */
export interface Rule {
  readonly at: number;
  readonly colour: string;
  readonly along: 'x' | 'y';
  readonly dash?: readonly number[];
}

/** Draws lines over a chart after its series, with their current values. */
export function drawRules(rules: () => readonly Rule[]): UPlot.Plugin {
  return {
    hooks: {
      draw: (plot) => {
        for (const rule of rules()) drawRule(plot, rule);
      },
    },
  };
}

function drawRule({ ctx, bbox, scales, valToPos }: UPlot, { at, colour, along, dash = [] }: Rule): void {
  const { min, max } = scales[along] ?? {};
  if (min == null || max == null || at < min || at > max) return;
  const place = Math.round(valToPos(at, along, true));
  ctx.save();
  ctx.beginPath();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.setLineDash(dash.map((length) => length * devicePixelRatio));
  if (along === 'y') {
    ctx.moveTo(bbox.left, place);
    ctx.lineTo(bbox.left + bbox.width, place);
  } else {
    ctx.moveTo(place, bbox.top);
    ctx.lineTo(place, bbox.top + bbox.height);
  }
  ctx.stroke();
  ctx.restore();
}

/** A point on a chart where something happened. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly colour: string;
  /** A triangle that points up or down, so that colour is not the only cue. */
  readonly points: 'up' | 'down';
}

const SIZE = 5;
const EDGE = 1;

/** Draws marks over a chart after its series. */
export function drawMarks(marks: () => readonly Mark[], edge: string): UPlot.Plugin {
  return {
    hooks: {
      draw: (plot) => {
        for (const mark of marks()) drawMark(plot, mark, edge);
      },
    },
  };
}

function drawMark({ ctx, valToPos }: UPlot, { x, y, colour, points }: Mark, edge: string): void {
  const size = SIZE * devicePixelRatio;
  const [left, top] = [valToPos(x, 'x', true), valToPos(y, 'y', true)];
  const tip = points === 'up' ? -size : size;
  ctx.save();
  ctx.beginPath();
  ctx.moveTo(left, top + tip);
  ctx.lineTo(left - size, top - tip);
  ctx.lineTo(left + size, top - tip);
  ctx.closePath();
  ctx.fillStyle = colour;
  ctx.strokeStyle = edge;
  ctx.lineWidth = EDGE * devicePixelRatio;
  ctx.fill();
  ctx.stroke();
  ctx.restore();
}
