import { refusal } from '../errors.ts'
import type { Body } from '../request/body.ts'
import type { Routine, SchemaCache } from '../schema/schema-cache.ts'
import { nearest } from '../schema/nearest.ts'
import type { CallPlan } from './plan.ts'

/** The alias of a function's rows. It is PostgREST's, because messages of Postgres contain it. */
const CALL = 'pgrst_call'

type RoutineName = { readonly schema: string; readonly name: string }

/** Plans a call with the arguments in the URL. A repeated argument is a list. */
export function planGetCall(
  cache: SchemaCache,
  routineName: RoutineName,
  args: readonly (readonly [name: string, value: string])[],
): CallPlan {
  const given = Map.groupBy(args, ([name]) => name)
  const routine = choose(cache, routineName, {
    keys: [...given.keys()],
    isPost: false,
    wholeTypes: [],
  })
  return {
    routine,
    alias: CALL,
    computed: [],
    arguments: {
      kind: 'values',
      given: routine.arguments.flatMap((argument) => {
        const values = given.get(argument.name)?.map(([, value]) => value)
        if (!values) return []
        const value = argument.isVariadic ? values : (values.at(-1) ?? '')
        return [{ ...argument, value }]
      }),
    },
  }
}

/** Plans a call whose body has the arguments by name, or is the single unnamed argument. */
export function planPostCall(
  cache: SchemaCache,
  routineName: RoutineName,
  body: Pick<Body, 'keys' | 'wholeTypes' | 'isList' | 'isForm'>,
): CallPlan {
  const { keys = [], wholeTypes } = body
  const routine = choose(cache, routineName, { keys, isPost: true, wholeTypes })
  return { routine, alias: CALL, computed: [], arguments: argumentsOf(routine, body, keys) }
}

function argumentsOf(
  routine: Routine,
  { isList, isForm }: Pick<Body, 'isList' | 'isForm'>,
  keys: readonly string[],
): CallPlan['arguments'] {
  const unnamed = unnamedType(routine)
  if (unnamed !== undefined) return { kind: 'whole-body', type: unnamed }
  const given = routine.arguments.filter(({ name }) => keys.includes(name))
  return isForm === true ? { kind: 'form', given } : { kind: 'body', isList, given }
}

/** The type of a routine's single unnamed argument, if it has one. */
function unnamedType({ arguments: all }: Routine): string | undefined {
  const [only] = all
  return all.length === 1 && only?.name === '' ? only.type : undefined
}

type CallArguments = {
  readonly keys: readonly string[]
  readonly isPost: boolean
  /** The types that the body as a whole can have. */
  readonly wholeTypes: readonly string[]
}

const JSON_TYPE = 'json'
/** Whether a body is text, XML or bytes, which cannot name arguments. */
const isOnlyWhole = ({ isPost, wholeTypes }: CallArguments) =>
  isPost && wholeTypes.length > 0 && !wholeTypes.includes(JSON_TYPE)

function choose(cache: SchemaCache, routineName: RoutineName, given: CallArguments): Routine {
  const routines = cache.routines(routineName.schema, routineName.name)
  const named = isOnlyWhole(given) ? [] : routines.filter((routine) => takes(routine, given))
  const fitting =
    named.length > 0
      ? named
      : routines.filter((routine) => given.wholeTypes.includes(unnamedType(routine) ?? ''))
  const [only] = fitting
  if (only === undefined) throw notFound(cache, routineName, given)
  if (fitting.length > 1) throw ambiguous(fitting)
  return only
}

/** A body whose only key is empty passes its value as an unnamed argument. */
function takes(routine: Routine, { keys, isPost }: CallArguments): boolean {
  const names = new Set(routine.arguments.map(({ name }) => name))
  return (
    keys.every((key) => names.has(key) && (isPost || key !== '')) &&
    routine.arguments.every(({ name, isRequired }) => !isRequired || keys.includes(name))
  )
}

function ambiguous(routines: readonly Routine[]) {
  const signatures = routines.map(
    ({ schema, name, arguments: all }) =>
      `${schema}.${name}(${all.map((argument) => `${argument.name} => ${argument.type}`).join(', ')})`,
  )
  return refusal(
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    {
      status: 300,
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}

function notFound(cache: SchemaCache, { schema, name }: RoutineName, asked: CallArguments) {
  const keys = asked.keys.toSorted()
  const given = { ...asked, keys }
  const isWhole = isOnlyWhole(given)
  const none = keys.length === 0 ? ' without parameters' : undefined
  const parameters = isWhole ? '' : (none ?? `(${keys.join(', ')})`)
  const hint = isWhole ? undefined : suggestion(cache, { schema, name }, keys)
  return refusal(
    'PGRST202',
    `Could not find the function ${schema}.${name}${parameters} in the schema cache`,
    {
      status: 404,
      details: `Searched for the function ${schema}.${name}${searched(given)}, but no matches were found in the schema cache.`,
      ...(hint !== undefined && {
        hint: `Perhaps you meant to call the function ${schema}.${hint}`,
      }),
    },
  )
}

function searched(given: CallArguments): string {
  const { keys, wholeTypes } = given
  const [type = ''] = wholeTypes
  if (isOnlyWhole(given)) return ` with a single unnamed ${type} parameter`
  const named =
    keys.length === 0
      ? ' without parameters'
      : ` with parameter${keys.length > 1 ? 's' : ''} ${keys.join(', ')}`
  return type === JSON_TYPE ? `${named} or with a single unnamed json/jsonb parameter` : named
}

function suggestion(cache: SchemaCache, { schema, name }: RoutineName, keys: readonly string[]) {
  const overloads = cache.routines(schema, name)
  if (overloads.length === 0) return cache.nearestRoutine(schema, name)
  const listOf = (names: readonly string[]) => `(${[...names].sort().join(', ')})`
  const lists = overloads.map(({ arguments: all }) => listOf(all.map((argument) => argument.name)))
  const found = nearest(listOf(keys), lists)
  return found === undefined ? undefined : `${name}${found}`
}
