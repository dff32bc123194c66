/** What the table of launches can be sorted by; a name after `-` sorts the other way round. */
const LAUNCH_SORTS = ['launch', 'status', 'raised', 'pledgers', 'ends'] as const;
export type LaunchSort = (typeof LAUNCH_SORTS)[number];
export const SORT_CHOICES = LAUNCH_SORTS.flatMap((name) => [name, `-${name}`] as const);
export type SortChoice = (typeof SORT_CHOICES)[number];
