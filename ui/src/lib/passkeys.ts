/** Passkeys: what the server asks is handed to the device, what the device answers goes back. */

import { api } from './api';
import type { Credentials, Lang, PasskeyItem, SessionView } from './wire';

/** The device has not answered, or does not want to. */
export class NoPasskey extends Error {}

/** Browsers bind passkeys to the name of a site; an address in numbers has none. */
export function possible(): boolean {
  const named = !/^[\d.]+$|:/.test(location.hostname);
  return named && isSecureContext && typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

async function answered(asked: Promise<Credential | null>): Promise<Record<string, unknown>> {
  const answer = await asked.catch(() => null);
  if (!(answer instanceof PublicKeyCredential)) throw new NoPasskey();
  return answer.toJSON() as unknown as Record<string, unknown>;
}

export async function add(who: Credentials, name: string): Promise<PasskeyItem> {
  const { options } = await api.passkeyOptions(who);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON);
  return api.addPasskey({ credential: await answered(navigator.credentials.create({ publicKey })), name });
}

export async function logIn(lang: Lang): Promise<SessionView> {
  const { options } = await api.loginOptions();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON);
  return api.passkeyLogin({ credential: await answered(navigator.credentials.get({ publicKey })), lang });
}
