import { expect, it } from 'vitest'
import { spreadsheetText } from './spreadsheet-text.ts'

it.each([
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ['-1+1', "'-1+1"],
  ['@sum(A1)', "'@sum(A1)"],
  ['\t=1', "'\t=1"],
  ['GET /rest/v1/a=b', 'GET /rest/v1/a=b'],
  ['', ''],
])('writes %j as %j', (text, cell) => {
  expect(spreadsheetText(text)).toBe(cell)
})
