import { expect, it } from 'vitest'
import { session } from '../../test/show.tsx'
import { createRouterContext } from './router-context.ts'
import { createAppRouter } from './router.ts'

const reporter = { report: () => undefined }
const router = createAppRouter(createRouterContext(session, reporter), reporter)
await router.options.context.loadRoutes()
const { routesById } = router

const REDIRECTS = 'It redirects, and the page behind the address reads.'
const SIGNED_OUT = 'Signed-out users see it, and it asks for little.'
const OF_PARENT = 'It shows what the route above it reads.'
const OF_SHELL = 'It shows what the shell reads.'
const UNKNOWN_INPUT = 'Its requests depend on the schema that the settings name first.'
const FORM = 'It is a form, which opens empty.'

/** The routes that read nothing ahead, each with the reason. */
const WITHOUT_LOADER: Readonly<Record<string, string>> = {
  __root__: SIGNED_OUT,
  '/sign-in': SIGNED_OUT,
  '/sign-in-mfa': SIGNED_OUT,
  '/sign-up': SIGNED_OUT,
  '/forgot-password': SIGNED_OUT,
  '/logout': SIGNED_OUT,
  '/dev/ui': 'Developers see it, and it asks for nothing.',
  '/_app/': REDIRECTS,
  '/_app/_app': REDIRECTS,
  '/_app/account/$': REDIRECTS,
  '/_app/dashboard/new': REDIRECTS,
  '/_app/project/$ref/settings/': REDIRECTS,
  '/_app/project/$ref/sql/': REDIRECTS,
  '/_app/project/$ref/$': 'Its pages are not built.',
  '/_app/organizations': OF_SHELL,
  '/_app/org/$slug': OF_SHELL,
  '/_app/org/$slug/settings': OF_SHELL,
  '/_app/new/': FORM,
  '/_app/support/new': FORM,
  '/_app/project/$ref/functions/new': FORM,
  '/_app/project/$ref/settings/general': OF_PARENT,
  '/_app/project/$ref/api/_docs/': UNKNOWN_INPUT,
  '/_app/project/$ref/api/_docs/authentication': OF_PARENT,
  '/_app/project/$ref/api/_docs/functions/$name': UNKNOWN_INPUT,
  '/_app/project/$ref/api/_docs/tables/$name': UNKNOWN_INPUT,
  '/_app/project/$ref/api/_docs/types': UNKNOWN_INPUT,
  '/_app/project/$ref/api/graphiql': 'GraphiQL reads the schema itself.',
  '/_app/project/$ref/database/column-privileges':
    'It asks for nothing until the person has turned its preview on.',
  '/_app/project/$ref/logs/explorer/recent': 'Its queries are kept in the browser.',
  '/_app/project/$ref/logs/explorer/templates': 'Its templates are part of its code.',
  '/_app/project/$ref/database/graphiql': 'GraphiQL reads the schema itself.',
}

it('reads ahead in every route, except those with a reason', () => {
  const without: string[] = Object.values(routesById)
    .filter(({ options }) => !('loader' in options))
    .map(({ id }) => id)
  expect(without.toSorted()).toEqual(Object.keys(WITHOUT_LOADER).toSorted())
})
