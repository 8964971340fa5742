/** The parts of a Monarch grammar that SQL needs. */
export type SqlGrammar = {
  defaultToken: string
  ignoreCase: true
  start: string
  brackets: { open: string; close: string; token: string }[]
  words: readonly string[]
  functions: readonly string[]
  tokenizer: Record<string, GrammarRule[]>
}

type Target = { token: string; next?: string }
type Outcome = string | Target | { cases: Record<string, string> }
type GrammarRule = [RegExp, Outcome] | [RegExp, string, string] | { include: string }

/** Words that Monaco's list lacks: unreserved keywords, types, and words of PL/pgSQL. */
const FURTHER_WORDS = `
  abort action add after aggregate alter always atomic attach attribute before begin between bigint
  bit boolean by cache call called cascade char character close cluster comment commit committed
  concurrently conflict copy cost create cube current cursor cycle database day deallocate dec
  decimal declare default defaults deferred definer delete delimiter detach disable discard do
  domain double drop each enable encoding enum event exclude excluding exclusive execute exists
  explain extension external filter first float following force function functions generated
  global greatest grouping groups header hour identity if immediate immutable import include
  including increment index inherit inherits inline input insert instead int integer interval
  invoker isolation key language large last least level listen load local lock locked logged
  mapping match matched materialized maxvalue merge method minute minvalue mode month move
  national nchar next no none nothing notify nowait nullif nulls numeric of off oids options
  operator ordinality others out over overriding owned owner parallel parameter partition
  partitions permissive policy preceding precision prepare prepared preserve privileges procedure
  procedures publication range read real reassign recursive ref referencing refresh reindex
  release rename repeatable replace replica reset restart restrict restrictive returns revoke role
  rollback rollup routine row rows rule savepoint schema schemas scroll second security sequence
  sequences serializable server session set setof share show simple skip smallint snapshot sql
  stable start statement statistics stdin stdout storage stored strict subscription system
  tables tablespace temp template temporary ties time timestamp transaction transform trigger
  truncate trusted type types unbounded uncommitted unlisten unlogged until update use vacuum
  valid validate validator value values varchar varying version view views volatile window
  with within without work write year zone
  bool box bytea cidr circle date daterange datemultirange float4 float8 hstore inet int2 int4
  int4range int4multirange int8 int8range int8multirange json jsonb jsonpath line lseg macaddr
  macaddr8 money name nummultirange numrange oid path pg_lsn point polygon record regclass regproc
  regprocedure regrole regtype serial bigserial smallserial serial2 serial4 serial8 text timestamptz
  timetz tsmultirange tsquery tsrange tstzmultirange tstzrange tsvector uuid varbit vector xid xid8
  alias assert constant debug diagnostics elseif elsif exit exception foreach found get info log
  loop message notice open perform plpgsql query raise return reverse rowtype slice sqlerrm sqlstate
  stacked strict warning while
`
  .trim()
  .split(/\s+/)

export type SqlVocabulary = { keywords: readonly string[]; functions: readonly string[] }

/**
 * `as` or `do`, after which a function body in dollar quotes follows, possibly on the next line.
 */
const BODY_START = /\b(?:as|do)\b(?=\s*(?:\$(?:[a-z_]\w*)?\$|$))/

/** A dollar tag; its first group is the tag's name. */
const DOLLAR_TAG = /\$([a-z_\u0080-\uffff][\w\u0080-\uffff]*|)\$/

/** The second part of a state's name outside function bodies; no dollar tag can have this name. */
const NO_TAG = '\u0001'

/** The body's tag ends it, even within a string or a comment. */
const END_OF_BODY: GrammarRule = [/\$$S2\$/, { token: 'keyword', next: '@popall' }]

/**
 * A grammar of PostgreSQL: dollar quotes, escape strings, nested comments, and the code inside a
 * function body or a DO block. The second part of a state's name is the tag of the body that the
 * state is in.
 */
export function sqlGrammar({ keywords, functions }: SqlVocabulary): SqlGrammar {
  return {
    defaultToken: '',
    ignoreCase: true,
    start: `root.${NO_TAG}`,
    brackets: [
      { open: '[', close: ']', token: 'delimiter.square' },
      { open: '(', close: ')', token: 'delimiter.parenthesis' },
    ],
    words: [...new Set([...keywords.map((word) => word.toLowerCase()), ...FURTHER_WORDS])],
    functions,
    tokenizer: {
      root: [
        [BODY_START, { token: 'keyword', next: '@bodyStart' }],
        [DOLLAR_TAG, { token: 'string', next: '@dollar.$S2.$1' }],
        { include: '@code' },
      ],
      bodyStart: [
        [/\s+/, ''],
        [DOLLAR_TAG, { token: 'keyword', next: '@body.$1' }],
        [/(?=.)/, '', '@pop'],
      ],
      body: [
        END_OF_BODY,
        [DOLLAR_TAG, { token: 'string', next: '@dollar.$S2.$1' }],
        { include: '@code' },
      ],
      code: [
        [/--.*/, 'comment'],
        [/\/\*/, { token: 'comment', next: '@comment.$S2' }],
        [/e'/, { token: 'string', next: '@escaped.$S2' }],
        [/(?:[bnx]|u&)?'/, { token: 'string', next: '@string.$S2' }],
        [/(?:u&)?"/, { token: 'identifier', next: '@quoted.$S2' }],
        [/\$\d+/, 'number'],
        [/0(?:x[\da-f_]+|o[0-7_]+|b[01_]+)/, 'number'],
        [/(?:\d[\d_]*(?:\.(?!\.)[\d_]*)?|\.\d[\d_]*)(?:e[+-]?\d+)?/, 'number'],
        // A name after a period is a column or a table even if it is a keyword.
        [/\.\s*[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/, 'identifier'],
        [
          /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*(?=\()/,
          { cases: { '@functions': 'predefined', '@words': 'keyword', '@default': 'identifier' } },
        ],
        [
          /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/,
          { cases: { '@words': 'keyword', '@default': 'identifier' } },
        ],
        [/[()[\]]/, '@brackets'],
        [/[;,.]/, 'delimiter'],
        [/[<>=!%&+\-*/|~^:?#@]/, 'operator'],
      ],
      comment: [
        END_OF_BODY,
        [/\/\*/, { token: 'comment', next: '@comment.$S2' }],
        [/\*\//, 'comment', '@pop'],
        [/[^/*$]+|./, 'comment'],
      ],
      string: [END_OF_BODY, [/''/, 'string'], [/'/, 'string', '@pop'], [/[^'$]+|./, 'string']],
      escaped: [
        END_OF_BODY,
        [/\\.|\\$|''/, 'string'],
        [/'/, 'string', '@pop'],
        [/[^'\\$]+|./, 'string'],
      ],
      quoted: [
        END_OF_BODY,
        [/""/, 'identifier'],
        [/"/, 'identifier', '@pop'],
        [/[^"$]+|./, 'identifier'],
      ],
      dollar: [[/\$$S3\$/, { token: 'string', next: '@pop' }], END_OF_BODY, [/[^$]+|./, 'string']],
    },
  }
}

/** The keywords and functions in the code editor's own, less complete grammar of PostgreSQL. */
export function vocabularyOf(language: unknown): SqlVocabulary {
  return {
    keywords: [...words(property(language, 'keywords')), ...words(property(language, 'operators'))],
    functions: words(property(language, 'builtinFunctions')),
  }
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const words = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((word) => typeof word === 'string') : []
