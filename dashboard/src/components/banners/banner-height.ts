import { readSetting, writeSetting } from '../../lib/storage.ts'

const KEY = 'stoa.banner-height'
const isHeight = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value < 1000

/** Height in pixels the banners had when the page was last left. */
export const readBannerHeight = (): number => readSetting(KEY, 0, isHeight)

export const keepBannerHeight = (pixels: number) => writeSetting(KEY, pixels)

/** Moves everything below the banners. */
export const applyBannerHeight = (pixels: number) =>
  document.documentElement.style.setProperty('--banner-height', `${pixels}px`)
