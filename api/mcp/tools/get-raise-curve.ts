import { z } from 'zod';
import { counted } from '../../../core/kernel/counted.ts';
import { freshness, launchId, points } from '../../../schemas/mcp/arguments.ts';
import { raiseCurveAnswer } from '../../../schemas/rest/raise-curve.ts';
import { raiseCurve } from '../../actions/raise-curve.ts';
import { INDEX_READ } from '../catalogue/hints.ts';
import { defineTool } from '../catalogue/tool.ts';
import { PLEDGED } from '../words/launch.ts';
import { atSlot } from '../words/source.ts';
import { slotRequest } from './freshness.ts';

export const getRaiseCurve = defineTool({
  name: 'get_raise_curve',
  title: 'How a raise grew',
  description:
    'Every slot in which the total pledged to a launch or the number of its pledgers changed, in slot order. More steps than `points` are thinned evenly; each point that is left is exact.',
  toolset: 'launches',
  hints: INDEX_READ,
  input: z.strictObject({ launch_id: launchId, points, ...freshness }),
  output: raiseCurveAnswer,
  answer: async (context, { launch_id, points, ...question }) =>
    (await raiseCurve(context, { launchId: launch_id, points, ...slotRequest(question) })).body,
  inWords: ({ source, launch_id, steps, points }) => {
    const last = points.at(-1);
    const grown =
      last === undefined
        ? 'no step is indexed'
        : `${counted(steps, 'step')} up to ${last.total_pledged} ${PLEDGED} of ${counted(last.pledger_count, 'wallet')}`;
    return `The raise of launch ${launch_id} ${atSlot(source)}: ${grown}; ${counted(points.length, 'point')} shown.`;
  },
});
