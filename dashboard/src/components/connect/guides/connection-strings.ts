import { doubleQuoted, inTemplate, quoted, sqlName, type Guide } from './guide.ts'

/** Postgres drivers, each with the connection string in its own form. */
export const connectionStrings: readonly Guide[] = [
  {
    id: 'uri',
    title: 'URI',
    hint: 'For any Postgres driver.',
    files: ({ connectionString }) => [{ name: 'URI', code: connectionString }],
  },
  {
    id: 'psql',
    title: 'psql',
    hint: 'psql asks for the database password.',
    files: ({ database: { host, port, user, name } }) => [
      { name: 'psql', code: `psql -h ${host} -p ${port} -U ${user} -d ${name}` },
    ],
  },
  {
    id: 'node',
    title: 'Node.js',
    hint: 'With postgres.js.',
    install: 'npm install postgres',
    files: ({ connectionString, table }) => [
      {
        name: 'db.mjs',
        code: `import postgres from 'postgres'

const sql = postgres(${quoted(connectionString)})

const rows = await sql\`select * from ${inTemplate(sqlName(table))} limit 10\`
console.log(rows)

await sql.end()`,
      },
    ],
  },
  {
    id: 'python',
    title: 'Python',
    hint: 'With psycopg 3.',
    install: "pip install 'psycopg[binary]'",
    files: ({ connectionString, table }) => [
      {
        name: 'main.py',
        code: `import psycopg

with psycopg.connect(${quoted(connectionString)}) as connection:
    rows = connection.execute(${quoted(`select * from ${sqlName(table)} limit 10`)}).fetchall()

print(rows)`,
      },
    ],
  },
  {
    id: 'sqlalchemy',
    title: 'SQLAlchemy',
    hint: 'SQLAlchemy 2 with psycopg 3.',
    install: "pip install sqlalchemy 'psycopg[binary]'",
    files: ({ connectionString, table }) => [
      {
        name: 'main.py',
        code: `from sqlalchemy import create_engine, text

engine = create_engine(${quoted(connectionString.replace(/^postgres(ql)?:/, 'postgresql+psycopg:'))})

with engine.connect() as connection:
    rows = connection.execute(text(${quoted(`select * from ${sqlName(table)} limit 10`)})).all()

print(rows)`,
      },
    ],
  },
  {
    id: 'go',
    title: 'Go',
    hint: 'With pgx 5.',
    install: 'go get github.com/jackc/pgx/v5',
    files: ({ connectionString, table }) => [
      {
        name: 'main.go',
        code: `package main

import (
	"context"
	"fmt"
	"log"

	"github.com/jackc/pgx/v5"
)

func main() {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, ${doubleQuoted(connectionString)})
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close(ctx)

	var count int64
	query := ${doubleQuoted(`select count(*) from ${sqlName(table)}`)}
	if err := conn.QueryRow(ctx, query).Scan(&count); err != nil {
		log.Fatal(err)
	}
	fmt.Println(count)
}`,
      },
    ],
  },
  {
    id: 'jdbc',
    title: 'JDBC',
    hint: 'With the driver org.postgresql:postgresql.',
    files: ({ database: { host, port, user, name, password, isEncrypted } }) => [
      {
        name: 'JDBC URL',
        code: `jdbc:postgresql://${host}:${port}/${name}?${[
          `user=${encodeURIComponent(user)}`,
          `password=${password === '[YOUR-PASSWORD]' ? password : encodeURIComponent(password)}`,
          ...(isEncrypted ? ['sslmode=require'] : []),
        ].join('&')}`,
      },
    ],
  },
  {
    id: 'dotnet',
    title: '.NET',
    hint: 'With Npgsql.',
    install: 'dotnet add package Npgsql',
    files: ({ database: { host, port, user, name, password, isEncrypted }, table }) => [
      {
        name: 'Program.cs',
        code: `using Npgsql;

var connectionString = ${doubleQuoted(
          [
            `Host=${host}`,
            `Port=${port}`,
            `Database=${name}`,
            `Username=${user}`,
            `Password='${password.replaceAll("'", "''")}'`,
            ...(isEncrypted ? ['SSL Mode=Require'] : []),
          ].join(';'),
        )};
await using var dataSource = NpgsqlDataSource.Create(connectionString);
await using var command = dataSource.CreateCommand(${doubleQuoted(`select count(*) from ${sqlName(table)}`)});
Console.WriteLine(await command.ExecuteScalarAsync());`,
      },
    ],
  },
  {
    id: 'php',
    title: 'PHP',
    hint: 'With PDO and its pgsql driver.',
    files: ({ database: { host, port, user, name, password, isEncrypted }, table }) => [
      {
        name: 'index.php',
        code: `<?php
$dsn = ${quoted(`pgsql:host=${host};port=${port};dbname=${name}${isEncrypted ? ';sslmode=require' : ''}`)};
$pdo = new PDO($dsn, ${quoted(user)}, ${quoted(password)});
$rows = $pdo->query(${quoted(`select * from ${sqlName(table)} limit 10`)})->fetchAll(PDO::FETCH_ASSOC);
print_r($rows);`,
      },
    ],
  },
]
