/** The color names of GraphiQL's stylesheet, each with the design token it is mapped to. */
const COLOURS = {
  base: '--surface',
  neutral: '--text',
  primary: '--accent-text',
  secondary: '--accent-text',
  tertiary: '--success-text',
  info: '--accent-text',
  success: '--success-text',
  warning: '--warning-text',
  error: '--danger-text',
} as const

/**
 * Applies the page's current colors to GraphiQL, as the hue, saturation and lightness triples that
 * its stylesheet expects; `graphiql.css` reads them. The returned function undoes this.
 */
export function applyGraphiqlTheme(): () => void {
  const { style } = document.documentElement
  const read = createHslReader()
  for (const [name, token] of Object.entries(COLOURS))
    style.setProperty(`--graphiql-${name}`, read(token))
  return () => {
    for (const name of Object.keys(COLOURS)) style.removeProperty(`--graphiql-${name}`)
  }
}

function createHslReader(): (token: string) => string {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const styles = getComputedStyle(document.documentElement)
  return (token) => {
    if (context === null) return '0, 0%, 50%'
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = styles.getPropertyValue(token).trim()
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
    return toHsl(red / 255, green / 255, blue / 255)
  }
}

/** Converts red, green and blue from 0 to 1 into CSS hue, saturation and lightness. */
export function toHsl(red: number, green: number, blue: number): string {
  const most = Math.max(red, green, blue)
  const least = Math.min(red, green, blue)
  const span = most - least
  const lightness = (most + least) / 2
  const saturation = span === 0 ? 0 : span / (1 - Math.abs(2 * lightness - 1))
  const percent = (part: number) => `${Math.round(part * 1000) / 10}%`
  return `${Math.round(hueOf({ red, green, blue, most, span }))}, ${percent(saturation)}, ${percent(lightness)}`
}

type Channels = { red: number; green: number; blue: number; most: number; span: number }

function hueOf({ red, green, blue, most, span }: Channels): number {
  if (span === 0) return 0
  if (most === red) return (60 * ((green - blue) / span) + 360) % 360
  if (most === green) return 60 * ((blue - red) / span + 2)
  return 60 * ((red - green) / span + 4)
}
