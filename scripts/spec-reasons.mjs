/**
 * The reasons why no test proves a sentence of the specification, or a part of it. An entry names a
 * section, or sentences by a part of each. An entry for sentences overrides one for their section;
 * of several entries for the same sentence, the last one applies.
 */
export const NOT_TESTED = 'not tested yet'

/** Only for sentences that say nothing about the product. */
const DESCRIPTION = 'description, says nothing about the product'
const NO_USE = 'absent: without a use here'
const OF_A_LIBRARY = 'left to a library, whose own tests prove it'

const comesWith = (what) => `absent: comes with ${what}`

export const reasons = [
  {
    reason: DESCRIPTION,
    quotes: [
      'This document covers the whole product.',
      'Its route is not shown.',
      'Texts are in section 8.',
      'Allowed transitions are not shown.',
      'Another reading gives a maximum of 99 characters.',
      'Exact colour bands are not shown.',
      '**Redirect path**: see section 2.',
      '**Form validation** beyond these: not shown.',
      'The permission structure itself is not shown.',
      'Analytics and consent services | Method, path and payload not shown.',
      'Project lookup by ref | Path not shown beyond the call above.',
      'Their paths are not shown.',
    ],
  },
  {
    reason: comesWith('payment methods'),
    quotes: ['Masked card placeholder'],
  },
  {
    reason: 'absent: files are not cached outside the server, so there is no such egress',
    quotes: ['5 GB cached egress', '250 GB cached egress'],
  },
  {
    reason: comesWith('limits of uploads and messages by plan'),
    quotes: [
      '50 MB max upload',
      '250 KB max realtime message',
      '500 GB max upload',
      '3 MB max realtime message',
    ],
  },
  {
    reason: comesWith('prices of add-ons'),
    quotes: [
      '100 origin images, then',
      'PITR $100 per month',
      'Phone MFA $75 per month',
      'SAML 50 included',
      'Custom domain $10 per month',
      'Log drain on Team: $60',
    ],
  },
  {
    reason: comesWith('the audit logs'),
    quotes: ['1-hour audit trail', 'Audit trail: 7 days on Pro'],
  },
  {
    reason: 'absent: what this installation does not have or leave to its operator cannot be sold',
    quotes: [
      'Pro or above: advanced disk config',
      'Team or above: dashboard audit trails',
      'Enterprise only: uptime SLA',
    ],
  },
  {
    reason: comesWith('billing, the audit logs and linked identities'),
    quotes: ['Cache keys exist for profile'],
  },
  {
    reason: comesWith('roles by plan'),
    quotes: [
      'Free and Pro: Owner, Admin, Developer.',
      'Team adds Read-only',
      'Enterprise has custom project-scoped roles.',
    ],
  },
  {
    reason: comesWith('the logs, the advisors and the assistant'),
    quotes: ['Users also inspect logs, use advisors'],
  },
  {
    reason: comesWith('the assistant'),
    quotes: [
      'Opened or closed by the query parameter aiAssistantPanelOpen',
      '**AI assistant state**',
      'Transient and not persisted',
      '**Chat**',
      '**Message**',
      '**Table schema description**',
      'Column: name, data_type',
      'Relationship: constraint_name',
      '**AI assistant panel**',
      'A new chat becomes active',
      'Deleting the active chat',
      'Renaming changes updatedAt.',
      'Clearing messages empties',
      'Messages can be deleted from',
      'Saving a message skips ids',
      '**Assistant load for a project**',
      'If none, migrate an older local-storage copy',
      'If no chats exist, create one.',
      'If the active chat is missing',
      'With no project, the state is reset.',
      '**Persistence**: only the last 20',
      'Corrupt or unexpectedly shaped stored data',
      'Assistant chat storage is in',
      'Assistant persistence debounce 500 ms.',
      'Last 20 messages per chat.',
      'IndexedDB database ai-assistant-db',
      'AI opt-in keys',
      'Storage failures (IndexedDB read, save or clear',
    ],
  },
  {
    reason: comesWith('the logs'),
    quotes: [
      'new logs interface (unified logs)',
      'API Gateway (edge_logs)',
      'Auth (auth_logs)',
      'Storage (storage_logs)',
      'Postgres (postgres_logs)',
      'Realtime (realtime_logs)',
      'PostgREST (postgrest_logs)',
      'Supavisor shared pooler',
      'PgBouncer dedicated pooler',
      'Database Version Upgrade',
      'Unified logs can be enabled or disabled.',
      'Date formats: YYYY-MM-DDTHH:mm:ssZ',
    ],
  },
  {
    reason: comesWith('the advisors'),
    quotes: ['/project/{ref}/advisors/security and', 'disable advisor rules | New'],
  },
  {
    reason: 'absent: everybody has the page, so there is no preview',
    quotes: ['realtime settings | New'],
  },
  {
    reason: comesWith('the inline editor'),
    quotes: [
      'directly edit database entities (inline editor)',
      'Other previews are always available.',
    ],
  },
  { reason: comesWith('branches'), quotes: ['branching via dashboard (branching 2.0)'] },
  {
    reason: comesWith('several placements'),
    quotes: [
      '**Cloud providers**: FLY',
      '**Region**: key, code',
      '16 database regions are listed',
      'A second list holds one Singapore region',
    ],
  },
  { reason: comesWith('custom content'), quotes: ['**Custom-content config** keys'] },
  { reason: comesWith('testimonials'), quotes: ['**Testimonial**'] },
  {
    reason: OF_A_LIBRARY,
    quotes: [
      '**URL-state helper**',
      'A value that fails to parse becomes null.',
      'URL-state throttle 50, 120 or 320 ms',
      'A mutation with no function set rejects',
    ],
  },
  {
    reason: NO_USE,
    quotes: [
      'Numeric rounding: 5 decimals.',
      'Spring duration limit 10 s.',
      'Scroll threshold 10 px.',
      'A ratio of 0.75 is defined, but its meaning is not shown.',
    ],
  },
]
