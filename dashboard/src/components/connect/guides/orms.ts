import type { Guide } from './guide.ts'

export const orms: readonly Guide[] = [
  {
    id: 'prisma',
    title: 'Prisma',
    hint: 'Prisma 7. Afterwards, npx prisma db pull && npx prisma generate creates models from your tables.',
    install: `npm install @prisma/client @prisma/adapter-pg dotenv
npm install --save-dev prisma`,
    files: ({ connectionString }) => [
      { name: '.env', code: `DATABASE_URL="${connectionString}"` },
      {
        name: 'prisma.config.ts',
        code: `import 'dotenv/config'
import { defineConfig, env } from 'prisma/config'

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: env('DATABASE_URL') },
})`,
      },
      {
        name: 'prisma/schema.prisma',
        code: `generator client {
  provider = "prisma-client"
  output   = "../src/generated/prisma"
}

datasource db {
  provider = "postgresql"
}`,
      },
      {
        name: 'src/db.ts',
        code: `import 'dotenv/config'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/prisma/client'

const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL })

export const prisma = new PrismaClient({ adapter })`,
      },
    ],
  },
  {
    id: 'drizzle',
    title: 'Drizzle',
    hint: 'Afterwards, npx drizzle-kit pull creates the schema from your tables.',
    install: `npm install drizzle-orm postgres dotenv
npm install --save-dev drizzle-kit`,
    files: ({ connectionString }) => [
      { name: '.env', code: `DATABASE_URL="${connectionString}"` },
      {
        name: 'drizzle.config.ts',
        code: `import 'dotenv/config'
import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './drizzle/schema.ts',
  out: './drizzle',
  dbCredentials: { url: process.env.DATABASE_URL! },
})`,
      },
      {
        name: 'src/index.mts',
        code: `import 'dotenv/config'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'

const db = drizzle(process.env.DATABASE_URL!)
console.log(await db.execute(sql\`select now()\`))

await db.$client.end()`,
      },
    ],
  },
]
