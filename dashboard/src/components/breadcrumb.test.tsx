import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { inRouter } from '../../test/show.tsx'
import { Breadcrumb } from './breadcrumb.tsx'

const functions = { to: '/project/$ref/functions', params: { ref: 'abc' } } as const

it('links back to the list, and names the page where no heading does', async () => {
  render(
    inRouter(() => (
      <Breadcrumb label="Folder" parents={[{ label: 'Functions', link: functions }]}>
        <h1>hello</h1>
      </Breadcrumb>
    )),
  )
  const trail = await screen.findByRole('navigation', { name: 'Folder' })
  const back = within(trail).getByRole('link', { name: 'Functions' })
  expect(back).toHaveAttribute('href', '/project/abc/functions')
  expect(within(trail).getByRole('heading', { name: 'hello' })).toBeVisible()
})
