import type { Room } from '../../components/rooms/room.ts'

export const vault: Room = {
  name: 'vault',
  pages: [{ path: '/project/$ref/settings/vault/secrets', title: 'Vault' }],
  navigation: [
    {
      product: 'integrations',
      label: 'Vault',
      to: '/project/$ref/settings/vault/secrets',
      keywords: ['vault secrets', 'encrypted', 'password', 'token', 'credentials'],
      needs: { ability: 'vault:read' },
    },
  ],
  actions: [
    {
      id: 'new-vault-secret',
      title: 'New vault secret',
      group: 'actions',
      scope: 'project',
      keywords: ['create', 'add', 'secret', 'encrypted'],
      to: '/project/$ref/settings/vault/secrets?panel=new',
      needs: { ability: 'vault:write' },
    },
  ],
}
