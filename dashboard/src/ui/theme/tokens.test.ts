import { describe, expect, it } from 'vitest'
import source from './tokens.css?raw'
import { contrast, isInGamut, parseOklch } from '../../../test/oklch.ts'

const css = source.split('@media')[0] ?? ''

function tokensOf(theme: string): Map<string, string> {
  const block = css.split(`[data-theme='${theme}'] {`)[1]?.split('\n}')[0] ?? ''
  const lines = block.matchAll(/--([\w-]+): (oklch\([^/]+?\));/g)
  return new Map([...lines].map(([, name = '', value = '']) => [name, value]))
}

const surfaces = [
  'surface',
  'surface-raised',
  'surface-sunken',
  'surface-hover',
  'surface-selected',
]
const onPages = ['surface', 'surface-raised', 'surface-sunken']
const roles = ['accent', 'danger', 'warning', 'success']

/** Text and its background need a contrast of at least 4.5 : 1. */
const textPairs: [string, string][] = [
  ...surfaces.flatMap((surface): [string, string][] => [
    ['text', surface],
    ['text-muted', surface],
  ]),
  ...roles.flatMap((role): [string, string][] => [
    ...onPages.map((surface): [string, string] => [`${role}-text`, surface]),
    [`${role}-text`, `${role}-soft`],
    [`on-${role}`, role],
    [`on-${role}`, `${role}-hover`],
    ['text', `${role}-soft`],
    ['text-muted', `${role}-soft`],
  ]),
]

/** Icons, dots and the focus ring need a contrast of at least 3 : 1 to the surface. */
const shapePairs = onPages.flatMap((surface): [string, string][] => [
  ['focus', surface],
  ['accent', surface],
  ['danger', surface],
  ['success', surface],
  ['text-muted', surface],
])

it('the dark theme is visibly warm and the classic dark theme is neutral', () => {
  const chroma = (theme: string) =>
    [...surfaces, 'line', 'text', 'text-muted'].map(
      (name) => parseOklch(tokensOf(theme).get(name) ?? `missing ${name}`).chroma,
    )
  expect(Math.min(...chroma('dark'))).toBeGreaterThanOrEqual(0.01)
  expect(Math.max(...chroma('classic-dark'))).toBe(0)
})

describe.each(['light', 'dark', 'classic-dark'])('the %s theme', (theme) => {
  const tokens = tokensOf(theme)
  const color = (name: string) => parseOklch(tokens.get(name) ?? `missing ${name}`)

  it.each(textPairs)('has a contrast of 4.5 : 1 between %s and %s', (text, surface) => {
    expect(contrast(color(text), color(surface))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(shapePairs)('has a contrast of 3 : 1 between %s and %s', (shape, surface) => {
    expect(contrast(color(shape), color(surface))).toBeGreaterThanOrEqual(3)
  })

  it('uses only colors inside the sRGB gamut', () => {
    const bent = [...tokens].filter(([, value]) => !isInGamut(parseOklch(value)))
    expect(bent).toEqual([])
  })

  it('defines the same roles as the light theme', () => {
    expect([...tokens.keys()]).toEqual([...tokensOf('light').keys()])
  })
})
