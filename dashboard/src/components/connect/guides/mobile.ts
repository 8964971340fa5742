import { doubleQuoted, quoted, selectRows, type Guide } from './guide.ts'

export const mobile: readonly Guide[] = [
  {
    id: 'expo',
    title: 'Expo React Native',
    hint: 'Sessions are kept on the device.',
    install:
      'npx expo install @supabase/supabase-js @react-native-async-storage/async-storage react-native-url-polyfill',
    files: ({ url, publishableKey, table }) => [
      {
        name: '.env',
        code: `EXPO_PUBLIC_SUPABASE_URL=${url}
EXPO_PUBLIC_SUPABASE_PUBLISHABLE_KEY=${publishableKey}`,
      },
      {
        name: 'lib/supabase.ts',
        code: `import 'react-native-url-polyfill/auto'
import AsyncStorage from '@react-native-async-storage/async-storage'
import { createClient } from '@supabase/supabase-js'

export const supabase = createClient(
  process.env.EXPO_PUBLIC_SUPABASE_URL!,
  process.env.EXPO_PUBLIC_SUPABASE_PUBLISHABLE_KEY!,
  { auth: { storage: AsyncStorage, detectSessionInUrl: false } },
)`,
      },
      {
        name: 'App.tsx',
        code: `import { useEffect, useState } from 'react'
import { Text } from 'react-native'
import { supabase } from './lib/supabase'

export default function App() {
  const [rows, setRows] = useState<unknown[]>([])

  useEffect(() => {
    ${selectRows(table)}
      .then(({ data }) => setRows(data))
  }, [])

  return <Text>{JSON.stringify(rows, null, 2)}</Text>
}`,
      },
    ],
  },
  {
    id: 'flutter',
    title: 'Flutter',
    hint: 'With supabase_flutter 2.',
    install: 'flutter pub add supabase_flutter',
    files: ({ url, publishableKey, table }) => [
      {
        name: 'lib/main.dart',
        code: `import 'package:flutter/material.dart';
import 'package:supabase_flutter/supabase_flutter.dart';

Future<void> main() async {
  WidgetsFlutterBinding.ensureInitialized();
  await Supabase.initialize(
    url: ${inDart(url)},
    publishableKey: ${inDart(publishableKey)},
  );

  final rows = await Supabase.instance.client.from(${inDart(table)}).select().limit(10);
  runApp(MaterialApp(home: Scaffold(body: Text('$rows'))));
}`,
      },
    ],
  },
  {
    id: 'ionic-react',
    title: 'Ionic React',
    hint: 'For an Ionic app built with Vite.',
    install: 'npm install @supabase/supabase-js',
    files: ({ url, publishableKey, table }) => [
      {
        name: '.env',
        code: `VITE_SUPABASE_URL=${url}
VITE_SUPABASE_PUBLISHABLE_KEY=${publishableKey}`,
      },
      {
        name: 'src/supabase.ts',
        code: `import { createClient } from '@supabase/supabase-js'

export const supabase = createClient(
  import.meta.env.VITE_SUPABASE_URL,
  import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY,
)`,
      },
      {
        name: 'src/pages/Home.tsx',
        code: `import { IonContent, IonPage, useIonViewWillEnter } from '@ionic/react'
import { useState } from 'react'
import { supabase } from '../supabase'

export default function Home() {
  const [rows, setRows] = useState<unknown[]>([])

  useIonViewWillEnter(() => {
    ${selectRows(table)}
      .then(({ data }) => setRows(data))
  })

  return (
    <IonPage>
      <IonContent>
        <pre>{JSON.stringify(rows, null, 2)}</pre>
      </IonContent>
    </IonPage>
  )
}`,
      },
    ],
  },
  {
    id: 'ionic-angular',
    title: 'Ionic Angular',
    hint: 'A service that components inject.',
    install: 'npm install @supabase/supabase-js',
    files: ({ url, publishableKey, table }) => [
      {
        name: 'src/environments/environment.ts',
        code: `export const environment = {
  production: false,
  supabaseUrl: ${quoted(url)},
  supabaseKey: ${quoted(publishableKey)},
}`,
      },
      {
        name: 'src/app/supabase.service.ts',
        code: `import { Injectable } from '@angular/core'
import { createClient } from '@supabase/supabase-js'
import { environment } from '../environments/environment'

@Injectable({ providedIn: 'root' })
export class SupabaseService {
  private readonly client = createClient(environment.supabaseUrl, environment.supabaseKey)

  async rows() {
    const { data, error } = await this.client.from(${quoted(table)}).select().limit(10)
    if (error) throw error
    return data
  }
}`,
      },
    ],
  },
  {
    id: 'swift',
    title: 'Swift',
    hint: 'In Xcode, add the package https://github.com/supabase/supabase-swift.',
    files: ({ url, publishableKey, table }) => [
      {
        name: 'Supabase.swift',
        code: `import Foundation
import Supabase

let supabase = SupabaseClient(
  supabaseURL: URL(string: ${doubleQuoted(url)})!,
  supabaseKey: ${doubleQuoted(publishableKey)}
)

func loadRows() async throws -> [[String: AnyJSON]] {
  try await supabase.from(${doubleQuoted(table)}).select().limit(10).execute().value
}`,
      },
    ],
  },
  {
    id: 'kotlin',
    title: 'Android Kotlin',
    hint: 'With supabase-kt 3. The app needs the permission android.permission.INTERNET.',
    files: ({ url, publishableKey, table }) => [
      {
        name: 'app/build.gradle.kts',
        code: `dependencies {
    implementation(platform("io.github.jan-tennert.supabase:bom:3.+"))
    implementation("io.github.jan-tennert.supabase:postgrest-kt")
    implementation("io.ktor:ktor-client-android:3.+")
}`,
      },
      {
        name: 'Supabase.kt',
        code: `import io.github.jan.supabase.createSupabaseClient
import io.github.jan.supabase.postgrest.Postgrest
import io.github.jan.supabase.postgrest.from
import kotlinx.serialization.json.JsonObject

val supabase = createSupabaseClient(
    supabaseUrl = ${inKotlin(url)},
    supabaseKey = ${inKotlin(publishableKey)},
) {
    install(Postgrest)
}

suspend fun loadRows(): List<JsonObject> =
    supabase.from(${inKotlin(table)}).select { limit(10) }.decodeList()`,
      },
    ],
  },
]

// Dart and Kotlin read `$name` in a string as a variable.
const inDart = (text: string): string => quoted(text).replaceAll('$', '\\$')
const inKotlin = (text: string): string => doubleQuoted(text).replaceAll('$', '\\$')
