import { sql, type Sql } from '../../postgres/sql.ts'

/** What a token says of an account. */
export const findUser = (id: string): Sql => sql`
  select aud, email, phone, raw_app_meta_data, raw_user_meta_data, is_anonymous
  from auth.users
  where id = ${id}`
