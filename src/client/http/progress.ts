/** Told of the part of an upload that has left, from 0 to 1. */
export type OnProgress = (part: number) => void
