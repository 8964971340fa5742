import { format } from 'oxfmt'
import { collectErrors, partOf } from './error-codes.mjs'

/** The sections of the page, in its order: parts of the server that `partOf` names. */
const SECTIONS = [
  ['Requests and projects', ['gateway', 'project', 'fleet', 'backups', 'postgres', 'lib', 'main']],
  ['Organizations and accounts', ['platform']],
  ['Auth', ['auth'], 'The codes of GoTrue, which its clients know. Its format has no next step.'],
  [
    'Data API',
    ['data-api'],
    'The codes of PostgREST, which its clients know. It has a next step where PostgREST has one.',
  ],
  ['GraphQL', ['graphql']],
  ['Database', ['meta']],
  [
    'File storage',
    ['storage'],
    'The codes of storage-api and of S3, which their clients know. Their formats have no next step; Stoa adds one to some.',
  ],
  [
    'Realtime',
    ['realtime'],
    'The codes of Supabase Realtime, which its clients know. The message contains the next step.',
  ],
  ['Edge functions', ['functions']],
  ['Webhooks', ['webhooks']],
  ['Logs', ['logs']],
  ['Reports', ['reports']],
  ['Queues', ['queues']],
  ['Cron', ['cron']],
  ['Vault', ['vault']],
  ['Data import', ['imports']],
  ['Wrappers', ['wrappers']],
  ['Advisors', ['advisors']],
  ['Query performance', ['query-performance']],
  ['Alerts', ['alerts']],
  ['Command line', ['cli']],
]

/** The page of errors as Markdown. */
export async function renderErrors(root) {
  const byPart = Map.groupBy(collectErrors(root), ({ file }) => partOf(file))
  const listed = SECTIONS.flatMap(([, parts]) => parts)
  const missing = [...byPart.keys()].filter((part) => !listed.includes(part))
  if (missing.length > 0) throw new Error(`No section lists the errors of ${missing.join(', ')}.`)
  const sections = SECTIONS.map(([title, parts, note]) => {
    const errors = parts.flatMap((part) => byPart.get(part) ?? [])
    return [`## ${title}`, ...(note === undefined ? [] : [note]), listOf(errors)].join('\n\n')
  })
  const { code } = await format('errors.md', [HEAD, ...sections].join('\n\n'), { printWidth: 100 })
  return code
}

const HEAD = `# Errors

Printed from the source by \`npm run errors\`; not edited by hand. A code is stable and has one meaning; a message is for people and can change. Below a message stands the next step. In both, … stands for a value. Errors of Postgres that are not listed keep their SQLSTATE as code.`

function listOf(errors) {
  const byCode = Map.groupBy(errors, ({ code }) => code)
  const entries = [...byCode].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([code, all]) => entryOf(code, all)).join('\n')
}

function entryOf(code, errors) {
  const each = (field) => [...new Set(errors.map((error) => error[field] ?? ''))].filter(Boolean)
  const statuses = each('status')
  const messages = each('message').map(escapeText)
  const hints = each('hint').map((hint) => `  - ${escapeText(hint)}`)
  const status = statuses.length > 0 ? ` (${statuses.join(', ')})` : ''
  return [
    `- \`${code}\`${status}: ${messages.join(' / ') || 'the message of Postgres'}`,
    ...hints,
  ].join('\n')
}

/** Shows a text as it is, wherever it has characters that Markdown interprets, except in code. */
const escapeText = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`')
        ? part
        : part.replaceAll(/[\\`*_[\]<>~]/g, (character) => `\\${character}`),
    )
    .join('')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()
