import * as v from 'valibot'

/** A whole number in a request. `tooHigh` is the error for a number above the range, `invalid` any other. */
// @__NO_SIDE_EFFECTS__
export function wholeNumber({ max, min }: { max: number; min: number }, invalid: string, tooHigh = invalid) {
  return v.pipe(
    v.number(invalid),
    // First, so that a number beyond safe integers is rejected as too high.
    v.maxValue(max, tooHigh),
    v.integer(invalid),
    v.minValue(min, invalid)
  )
}
