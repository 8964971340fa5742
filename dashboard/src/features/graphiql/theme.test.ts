import { expect, it } from 'vitest'
import { toHsl } from './theme.ts'

it.each([
  [[0, 0, 0], '0, 0%, 0%'],
  [[1, 1, 1], '0, 0%, 100%'],
  [[1, 0, 0], '0, 100%, 50%'],
  [[0, 1, 0], '120, 100%, 50%'],
  [[0, 0, 1], '240, 100%, 50%'],
  [[1, 0, 0.5], '330, 100%, 50%'],
] as const)('writes %j as hue, saturation and lightness', ([red, green, blue], hsl) => {
  expect(toHsl(red, green, blue)).toBe(hsl)
})
