import { refusal } from '../errors.ts'
import type { Routine, SchemaCache } from '../schema/schema-cache.ts'
import { nearest } from './nearest.ts'
import type { CallPlan } from './plan.ts'

type Wanted = { readonly schema: string; readonly name: string }

/** A call with the arguments in the address; one given several times is a list. */
export function planGetCall(
  cache: SchemaCache,
  wanted: Wanted,
  args: readonly (readonly [name: string, value: string])[],
): CallPlan {
  const given = Map.groupBy(args, ([name]) => name)
  const routine = choose(cache, wanted, [...given.keys()], false)
  return {
    routine,
    alias: routine.name,
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

/** A call with the arguments in the body; keys are its names, or the whole of it the one unnamed argument. */
export function planPostCall(
  cache: SchemaCache,
  wanted: Wanted,
  keys: readonly string[] | undefined,
): CallPlan {
  const routine = choose(cache, wanted, keys ?? [], true)
  const unnamed = unnamedArgument(routine)
  return {
    routine,
    alias: routine.name,
    arguments:
      unnamed === undefined
        ? { kind: 'body', given: routine.arguments.filter(({ name }) => keys?.includes(name)) }
        : { kind: 'whole-body', type: unnamed },
  }
}

/** The type of a routine's only argument, where that has no name and takes a whole body. */
export function unnamedArgument({ arguments: all }: Routine): string | undefined {
  const [only] = all
  if (all.length !== 1 || only === undefined || only.name !== '') return undefined
  return ['json', 'jsonb', 'text'].includes(only.type) ? only.type : undefined
}

function choose(
  cache: SchemaCache,
  wanted: Wanted,
  keys: readonly string[],
  mayBeUnnamed: boolean,
): Routine {
  const routines = cache.routines(wanted.schema, wanted.name)
  const named = routines.filter((routine) => takes(routine, keys))
  const fitting =
    named.length > 0 || !mayBeUnnamed
      ? named
      : routines.filter((routine) => unnamedArgument(routine) !== undefined)
  const [only] = fitting
  if (only === undefined) throw notFound(cache, wanted, keys)
  if (fitting.length > 1) throw ambiguous(fitting)
  return only
}

function takes(routine: Routine, keys: readonly string[]): boolean {
  const names = new Set(routine.arguments.map(({ name }) => name))
  return (
    keys.every((key) => key !== '' && names.has(key)) &&
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

function notFound(cache: SchemaCache, { schema, name }: Wanted, keys: readonly string[]) {
  const list = keys.join(', ')
  const parameters = keys.length === 0 ? ' without parameters' : `(${list})`
  const searched =
    keys.length === 0
      ? ' without parameters'
      : ` with parameter${keys.length > 1 ? 's' : ''} ${list} or with a single unnamed json/jsonb parameter`
  const hint = suggestion(cache, { schema, name }, keys)
  return refusal(
    'PGRST202',
    `Could not find the function ${schema}.${name}${parameters} in the schema cache`,
    {
      status: 404,
      details: `Searched for the function ${schema}.${name}${searched}, but no matches were found in the schema cache.`,
      ...(hint !== undefined && {
        hint: `Perhaps you meant to call the function ${schema}.${hint}`,
      }),
    },
  )
}

function suggestion(cache: SchemaCache, { schema, name }: Wanted, keys: readonly string[]) {
  const overloads = cache.routines(schema, name)
  if (overloads.length === 0)
    return nearest(
      name,
      cache.routinesOf(schema).map((routine) => routine.name),
    )
  const signatures = overloads.map(
    ({ arguments: all }) =>
      `${name}(${all
        .map((argument) => argument.name)
        .sort()
        .join(', ')})`,
  )
  return nearest(`${name}(${[...keys].sort().join(', ')})`, signatures) ?? signatures[0]
}
