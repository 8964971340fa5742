import { refusal } from '../errors.ts'
import type { Field } from '../request/field.ts'
import type { Condition, Filter } from '../request/filter.ts'
import type { OrderTerm } from '../request/order.ts'
import { isToOne } from '../schema/relationships.ts'
import type { Relation, SchemaCache } from '../schema/schema-cache.ts'
import type { EmbedPlan, PlannedCondition, PlannedField, PlannedOrder } from './plan.ts'

/** The columns and embedded resources that names in a query can refer to. */
export type Scope = {
  readonly cache: SchemaCache
  readonly relation: Relation | undefined
  readonly alias: string
  readonly embeds: readonly EmbedPlan[]
}

export function planField(field: Field, relation: Relation | undefined): PlannedField {
  const column = relation?.columns.get(field.name)
  return {
    ...field,
    isTurnedToJson: column === undefined || (column.type !== 'json' && column.type !== 'jsonb'),
    isTsVector: field.path.length === 0 && (column === undefined || column.base === 'tsvector'),
  }
}

/** The conversions of a column's domain. Undefined for most columns, and for paths into JSON. */
export function representationOf({ name, path }: Field, { cache, relation }: Scope) {
  if (path.length > 0) return undefined
  const column = relation?.columns.get(name)
  return column && cache.representation(column.type)
}

/** An embedded resource can only be tested for existence; all other conditions need a column. */
export function planCondition(condition: Condition, scope: Scope): PlannedCondition {
  if (condition.kind === 'filter') return planFilter(condition.filter, scope)
  return {
    ...condition,
    conditions: condition.conditions.map((inner) => planCondition(inner, scope)),
  }
}

function planFilter(filter: Filter, scope: Scope): PlannedCondition {
  const { field, isNegated, operation } = filter
  const embed =
    field.path.length === 0 ? scope.embeds.find(({ name }) => name === field.name) : undefined
  if (!embed) return planColumnFilter(filter, scope)
  if (operation.kind === 'is' && operation.value === 'null')
    return { kind: 'embed-is-null', embed, isNegated }
  if (operation.kind === 'is' && operation.value === 'not_null')
    return { kind: 'embed-is-null', embed, isNegated: !isNegated }
  // A resource can have the name of a column, which gets the conditions that a resource can't have.
  return planColumnFilter(filter, scope)
}

const planColumnFilter = (filter: Filter, scope: Scope): PlannedCondition => ({
  ...filter,
  kind: 'filter',
  field: planField(filter.field, scope.relation),
  fromText: representationOf(filter.field, scope)?.fromText,
})

/** Throws PGRST108 for a resource that is not embedded, PGRST118 for one embedded to many. */
export function planOrder(term: OrderTerm, { relation, embeds, alias }: Scope): PlannedOrder {
  const { relation: target, field, direction, nulls } = term
  if (target === undefined)
    return { field: planField(field, relation), embed: undefined, direction, nulls }
  const embed = embeds.find(({ name }) => name === target)
  if (!embed) throw notEmbedded(target)
  if (!isToOne(embed.relationship))
    throw refusal('PGRST118', `A related order on '${target}' is not possible`, {
      status: 400,
      details: `'${relation?.name ?? alias}' and '${target}' do not form a many-to-one or one-to-one relationship`,
    })
  return {
    field: { ...planField(field, undefined), isTurnedToJson: false },
    embed,
    direction,
    nulls,
  }
}

export const notEmbedded = (name: string) =>
  refusal('PGRST108', `'${name}' is not an embedded resource in this request`, {
    status: 400,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
