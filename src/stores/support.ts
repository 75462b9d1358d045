import { atom } from 'nanostores'

/** The scooter that the page is about, so that support knows which one is meant; null on every other page. */
export const $supportScooter = atom<string | null>(null)
