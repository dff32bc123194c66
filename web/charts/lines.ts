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
        for (const rule of rules()) draw(plot, rule);
      },
    },
  };
}

function draw({ ctx, bbox, scales, valToPos }: UPlot, { at, colour, along, dash = [] }: Rule): void {
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
