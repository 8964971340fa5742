import type { Palette } from './diagram-svg.ts'

/** The colors of the theme as sRGB, which programs know that cannot read the tokens. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const color = (role: string): string => {
    if (!context) return 'none'
    context.fillStyle = style.getPropertyValue(`--${role}`)
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return `rgb(${red} ${green} ${blue})`.replaceAll(' ', ',')
  }
  return {
    surface: color('surface-sunken'),
    raised: color('surface-raised'),
    line: color('line-strong'),
    text: color('text'),
    muted: color('text-muted'),
    warning: color('warning-text'),
    success: color('success-text'),
  }
}
