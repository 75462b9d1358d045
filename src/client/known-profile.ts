import { device } from './browser.ts'

// What the last visit knew of the rider. It goes with the token; layouts/first-calls.astro reads the property out of it.

const KNOWN = 'knownProfile'

export const knownText = {
  forget: (): void => device.write(KNOWN, null),
  read: (): string | null => device.read(KNOWN),
  write: (text: string): void => device.write(KNOWN, text)
}
