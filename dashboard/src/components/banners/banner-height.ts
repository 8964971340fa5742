import { readSetting, writeSetting } from '../../lib/storage.ts'

const KEY = 'stoa.banner-height'
const isHeight = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value < 1000

/** Height in pixels the banners had when the page was last left. */
export const readBannerHeight = (): number => readSetting(KEY, 0, isHeight)

export const keepBannerHeight = (pixels: number) => writeSetting(KEY, pixels)

/** Gives the banners their room at once: before the first paint nobody sees anything move. */
export function applyBannerHeight(pixels: number) {
  document.documentElement.style.transition = 'none'
  setHeight(pixels)
}

/**
 * Moves everything below the banners as `html` has it in styles.css: so that one sees what moves, or
 * at once where less motion is asked for.
 */
export function slideToBannerHeight(pixels: number) {
  document.documentElement.style.transition = ''
  setHeight(pixels)
}

const setHeight = (pixels: number) =>
  document.documentElement.style.setProperty('--banner-height', `${pixels}px`)
