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
    reason: 'absent: everybody has the page, so there is no preview',
    quotes: ['realtime settings | New', 'branching via dashboard (branching 2.0)'],
  },
  {
    reason: comesWith('several placements'),
    quotes: ['**Cloud providers**: FLY'],
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
      'Date formats: YYYY-MM-DDTHH:mm:ssZ',
      'Numeric rounding: 5 decimals.',
      'Spring duration limit 10 s.',
      'Scroll threshold 10 px.',
      'A ratio of 0.75 is defined, but its meaning is not shown.',
    ],
  },
]
