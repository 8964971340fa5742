export type Oklch = { lightness: number; chroma: number; hue: number }

/** Reads `oklch(0.5 0.13 235)`. Throws for any other notation, so that such a token is noticed. */
export function parseOklch(text: string): Oklch {
  const match = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text.trim())
  if (!match) throw new Error(`not an opaque oklch colour: ${text}`)
  return { lightness: Number(match[1]), chroma: Number(match[2]), hue: Number(match[3]) }
}

/** Linear sRGB components. They are below 0 or above 1 for a color outside the sRGB gamut. */
export function toLinearRgb({ lightness, chroma, hue }: Oklch): [number, number, number] {
  const radians = (hue * Math.PI) / 180
  const a = chroma * Math.cos(radians)
  const b = chroma * Math.sin(radians)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** True if an sRGB display can show the color exactly. */
export function isInGamut(color: Oklch): boolean {
  return toLinearRgb(color).every((channel) => channel >= -0.0005 && channel <= 1.0005)
}

/** WCAG 2 relative luminance, 0 (black) to 1 (white). */
export function luminance(color: Oklch): number {
  const [red, green, blue] = toLinearRgb(color).map((channel) => Math.min(1, Math.max(0, channel)))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(first: Oklch, second: Oklch): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].toSorted((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}
