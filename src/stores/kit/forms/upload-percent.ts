import type { WritableAtom } from 'nanostores'

/** Runs an upload and shows its progress in percent; null before and after it. */
export function withPercent<T>(
  $percent: WritableAtom<number | null>,
  upload: (onProgress: (part: number) => void) => Promise<T>
): Promise<T> {
  $percent.set(0)
  return upload(part => $percent.set(Math.round(part * 100))).finally(() => $percent.set(null))
}
