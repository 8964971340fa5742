import { randomUUID } from 'node:crypto'
import {
  commitTransaction,
  listTransactions,
  rollBackTransaction,
} from '@stoa/contract/services/meta/query'
import { route, type Route } from '../../../../lib/http.ts'
import { memberId, type Member } from '../../../../project/member.ts'
import type { Transactions } from './transactions.ts'

/** Routes that neither wake a project nor keep it awake. */
export const transactionRoutes = (
  transactions: Transactions,
  serverId: string = randomUUID(),
): readonly Route[] => [
  route(listTransactions).to(({ request, params }) => ({
    server_id: serverId,
    transactions: transactions.list(params.ref, memberId(request.member)),
  })),
  route(commitTransaction).to(async ({ request, params }) => ({
    ended: await transactions.commit(keyOf(request.member, params)),
  })),
  route(rollBackTransaction).to(async ({ request, params }) => {
    await transactions.rollBack(keyOf(request.member, params))
    return { ended: 'rolled_back' as const }
  }),
]

const keyOf = (member: Member, { ref, id }: { readonly ref: string; readonly id: string }) => ({
  ref,
  owner: memberId(member),
  id,
})
