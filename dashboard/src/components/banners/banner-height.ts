import { readSetting, writeSetting } from '../../lib/storage.ts'

const KEY = 'stoa.banner-height'
const isHeight = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value < 1000

/** The height of the banners in pixels when the page was last left. */
export const readBannerHeight = (): number => readSetting(KEY, 0, isHeight)

export const keepBannerHeight = (pixels: number) => writeSetting(KEY, pixels)

/** Reserves the banners' height without a transition. Call it before the first paint. */
export function applyBannerHeight(pixels: number) {
  document.documentElement.style.transition = 'none'
  setHeight(pixels)
}

/**
 * Moves everything below the banners to the new height, with the transition of `html` in styles.css
 * (none if the user prefers reduced motion).
 */
export function slideToBannerHeight(pixels: number) {
  document.documentElement.style.transition = ''
  setHeight(pixels)
}

const setHeight = (pixels: number) =>
  document.documentElement.style.setProperty('--banner-height', `${pixels}px`)
