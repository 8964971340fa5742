/**
 * Phrases that make a reader read a comment or a test title twice, with the plain words to use
 * instead. Code in backticks and quotes of the specification are not checked.
 */
export const PHRASES = [
  [/\bfor so long\b/i, 'Name the duration: `for this long`, or say what happens after this time.'],
  [
    /\b(?:as )?whom(?:ever)?\b|\bwhoever\b/i,
    'Name the role, the caller, the client or the process.',
  ],
  [/\bmeanwhile\b/i, 'Say when: `in the meantime`, `during the run`, `until it ends`.'],
  [/\bone behind the other\b/i, 'For an order, write `one after another`.'],
  [
    /\bbehind (?:a|an|the|its) (?:cast|end|fil|last|name|other|point|slash|title)/i,
    'For a position in an order, write `after`.',
  ],
  [/\blearn(?:s|ed)? of\b/i, 'Write `notices`, `is told about` or `is notified of`.'],
  [
    /^answers\b|\banswers (?:a|an|at|how|once|the|what|whether|with) /i,
    'A function `returns`, a server `responds`.',
  ],
  [/\bof nobody\b|\bnone of the\b/i, 'Write the noun with `no`.'],
  [
    /\b(?:is|are|be|was|were) given up\b/i,
    'Say what happens: it `times out`, `is canceled` or `is closed`.',
  ],
  [/\bin (?:whose|its|their) place another\b/i, 'Write `is replaced with`.'],
  [/\bgo(?:es)? on\b/i, 'Write `continues`.'],
]

/** Openings that hide the subject of the sentence. */
export const OPENINGS = [
  [
    /^(?:what|whose|whoever|whom|as whom)\b/i,
    'Begin with the subject: `The values that …` instead of `What …`.',
  ],
  [
    /^so (?:long|much|many)\b/i,
    'Begin with the subject and name the measure: `Maximum bytes of …`.',
  ],
  [/^cut short\b/i, 'Begin with the subject: `A run that was interrupted …`.'],
]

/** The advice for a text, or an empty list if it reads plainly. */
export function adviceFor(text, lists) {
  if (text.includes('SPEC:')) return []
  const plain = text.replace(/`[^`]*`/g, '`…`').replace(/\s+/g, ' ')
  return lists.flatMap(([pattern, advice]) => {
    const match = pattern.exec(plain)
    return match ? [`“${match[0].trim()}” has to be read twice. ${advice}`] : []
  })
}
