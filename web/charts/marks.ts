import type UPlot from 'uplot';

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
        for (const mark of marks()) draw(plot, mark, edge);
      },
    },
  };
}

function draw({ ctx, valToPos }: UPlot, { x, y, colour, points }: Mark, edge: string): void {
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
