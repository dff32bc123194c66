/** A valid launch id: u64 in decimal digits. */
export const LAUNCH_ID = /^(0|[1-9][0-9]{0,19})$/;
