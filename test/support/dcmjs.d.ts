/** The part of dcmjs that tests use: it has no types of its own. */
declare module 'dcmjs' {
  type Elements = Record<string, { readonly vr: string; readonly Value: readonly unknown[] }>;

  export const data: {
    readonly DicomDict: new (meta: Elements) => { dict: Elements; write(): ArrayBuffer };
    readonly DicomMessage: {
      readFile(bytes: ArrayBuffer): { readonly meta: Elements; readonly dict: Elements };
    };
    readonly DicomMetaDictionary: { naturalizeDataset(dataset: Elements): Readonly<Record<string, unknown>> };
  };
}
