/** Where the download is put: what the browser does not keep is held until the page is closed, and play goes on. */

export interface Content {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

const respond = ({ bytes, type }: Content) => new Response(bytes, { headers: { 'Content-Type': type } });

export class Shelf {
  /** On its way here, or here and not kept yet. */
  readonly #coming = new Map<string, Promise<Content>>();
  readonly #puts = new Map<string, Promise<void>>();

  private constructor(
    private readonly cache: Cache | undefined,
    readonly held: Map<string, Blob>,
  ) {}

  /** `held`: what another worker could not get kept. */
  static async open(name: string, held = new Map<string, Blob>()): Promise<Shelf> {
    try {
      return new Shelf(await caches.open(name), held);
    } catch {
      return new Shelf(undefined, held); // nothing may be kept at all
    }
  }

  async match(key: string, options?: { ignoreSearch: boolean }): Promise<Response | undefined> {
    const same = (other: string) => other === key || (options?.ignoreSearch && other.replace(/\?.*/, '') === key);
    const coming = [...this.#coming].find(([other]) => same(other))?.[1];
    if (coming) return respond(await coming);
    const found = [...this.held].find(([other]) => same(other))?.[1];
    return found ? new Response(found, { headers: { 'Content-Type': found.type } }) : this.cache?.match(key, options);
  }

  /** Who asks for it waits until it has come, but not until it is kept. */
  expect(key: string, content: Promise<Content>): void {
    this.#coming.set(key, content);
    const put = content.then((come) => this.#put(key, come));
    put.catch(() => undefined); // told to whoever waits for it
    this.#puts.set(key, put);
  }

  async #put(key: string, content: Content): Promise<void> {
    if (!(await this.keep(key, respond(content)))) this.held.set(key, await respond(content).blob());
    this.#coming.delete(key);
  }

  /** When something is kept, or held because it cannot be. */
  async settled(key: string): Promise<void> {
    await this.#puts.get(key);
  }

  async allCome(): Promise<void> {
    await Promise.all(this.#coming.values());
  }

  async allSettled(): Promise<void> {
    await Promise.all(this.#puts.values());
  }

  /** Whether there was room; what can be made again is not held instead. */
  async keep(key: string, response: Response): Promise<boolean> {
    if (!this.cache) return false;
    return this.cache.put(key, response).then(
      () => true,
      () => false,
    );
  }

  async delete(key: string, options?: { ignoreSearch: boolean }): Promise<void> {
    await this.cache?.delete(key, options);
  }
}
