import { expect, it } from 'vitest'
import { LOG_PAGES } from '../log-pages.ts'
import { layoutOf, narrowColumns } from './columns.ts'

const namesOf = (slug: string | undefined) => narrowColumns(slug).map(({ name }) => name)

it('shows requests on a phone by their path, and other events by their message', () => {
  expect(namesOf('edge-logs')).toEqual(['timestamp', 'status', 'path'])
  expect(namesOf('postgres-logs')).toEqual(['timestamp', 'message'])
  expect(namesOf(undefined)).toEqual(['timestamp', 'message'])
})

it.each(LOG_PAGES.map(({ slug }) => slug))(
  'fits a phone without scrolling sideways: %s',
  (slug) => {
    // The narrowest phone has 360 pixels of 1/16 rem.
    expect(Number.parseFloat(layoutOf(narrowColumns(slug)).minWidth)).toBeLessThanOrEqual(360 / 16)
  },
)
