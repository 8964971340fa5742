import { planStatement } from '@stoa/contract/operations/services/meta/index-advice'
import { skipToken } from '@tanstack/react-query'
import { useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { freshFor } from '../../../client/freshness.ts'
import { databaseKeys } from './tables.ts'

/** The plan of a statement without values for its parameters. Nothing is read without a text. */
export const useStatementPlan = (ref: string, sql: string | undefined) =>
  useEndpointQuery(planStatement, {
    input: sql === undefined ? skipToken : { params: { ref }, body: { sql } },
    // A change of the schema, such as a new index, changes the plan.
    queryKey: [...databaseKeys.all(ref), 'plan', sql],
    staleTime: freshFor.opening,
    retry: false,
  })
