# The manifests of the fixture and of recorded kernels are what schemas/bundle.schema.json says.
. "$FIXTURES/lib.sh"
need_oracle
for bundle in "$FIXTURES/bundle" "$ORACLE"/kernels/relu_* "$ORACLE"/firmware/k_*; do
    "$SCHEMA_CHECK" "$SCHEMAS/bundle.schema.json" <"$bundle/bundle.json" || echo "$bundle"
done
