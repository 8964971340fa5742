import { createOwner } from '@stoa/contract/platform/installation'
import { jsonOption, type Command } from '../kit/command.ts'
import { json } from '../kit/output.ts'

export const ownerCommands: readonly Command[] = [
  {
    name: 'owner create',
    summary: 'Create an operator account for this installation',
    options: [
      { name: 'email', type: 'string', help: 'Email address to sign in with', isRequired: true },
      { name: 'password', type: 'string', help: '8 to 100 characters', isRequired: true },
      jsonOption,
    ],
    async run(input, { client, print }) {
      const owner = await client(createOwner, {
        body: { email: input.text('email') ?? '', password: input.text('password') ?? '' },
      })
      print(input.isSet('json') ? json(owner) : `${owner.email} can sign in as an operator.`)
    },
  },
]
