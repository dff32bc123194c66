import type UPlot from 'uplot';

/** Shows a text next to the cursor, for the point that it is at. */
export function tooltip(textOf: (index: number) => string | undefined): UPlot.Plugin {
  let box: HTMLDivElement | undefined;
  return {
    hooks: {
      init: ({ over }) => {
        box = document.createElement('div');
        box.className = 'chart-tooltip';
        box.hidden = true;
        over.append(box);
      },
      setCursor: ({ cursor: { idx, left = -1 }, over }) => {
        if (box === undefined) return;
        const text = idx == null || left < 0 ? undefined : textOf(idx);
        box.hidden = text === undefined;
        if (text === undefined) return;
        box.textContent = text;
        box.style.left = `${left}px`;
        box.dataset.side = left > over.clientWidth / 2 ? 'before' : 'after';
      },
    },
  };
}
